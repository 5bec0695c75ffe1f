// Where bubbles have answers from that are still being written: a screen's come from the engine, the gallery's from nowhere.
import type { MessageRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import { EMPTY, type Observable } from 'rxjs';

/** All of an answer so far. */
export interface AnswerProgress {
  round: number;
  chunks: number;
  text: string;
}

export interface AnswerSource {
  /** Whenever more has come of the message with this id. */
  progress$(id: string): Observable<AnswerProgress>;
  /** Asks its question again; absent where that is not possible. */
  regenerate?: ((message: MessageRow) => void) | undefined;
}

/** A source in which nothing is being written. */
export const emptyAnswerSource: AnswerSource = { progress$: () => EMPTY };

/** When an answer that goes on counts as interrupted, unless more comes. */
export const answerTimeoutAt = ({
  createdAt,
  answerAt = createdAt,
}: Pick<MessageRow, 'createdAt' | 'answerAt'>): number => Math.max(answerAt, createdAt) + limits.streamCacheFor;
