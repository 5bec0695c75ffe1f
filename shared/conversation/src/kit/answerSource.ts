// The source of streaming answers: the engine for screens, an empty source for the gallery.
import type { MessageRow } from '@amber/client/rows';
import { limits } from '@amber/proto/limits';
import { EMPTY, type Observable } from 'rxjs';

/** The complete text of an answer so far. */
export interface AnswerProgress {
  round: number;
  chunks: number;
  text: string;
}

export interface AnswerSource {
  /** Emits whenever the answer with this message id grows. */
  progress$(id: string): Observable<AnswerProgress>;
  /** Asks the question of this answer again; absent where that is not possible. */
  regenerate?: ((message: MessageRow) => void) | undefined;
}

/** A source without any streaming answers. */
export const emptyAnswerSource: AnswerSource = { progress$: () => EMPTY };

/** Returns the time in ms at which a streaming answer counts as interrupted unless another chunk arrives. */
export const answerTimeoutAt = ({
  createdAt,
  answerAt = createdAt,
}: Pick<MessageRow, 'createdAt' | 'answerAt'>): number => Math.max(answerAt, createdAt) + limits.streamCacheFor;
