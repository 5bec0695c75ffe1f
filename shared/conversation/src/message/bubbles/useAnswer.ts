// The live state of an answer: its stored row, newer progress, and whether it was interrupted.
import type { MessageRow } from '@amber/client/rows';
import { type AiBody, currentAnswer, isNewerAnswer } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { useEffect, useState } from 'react';
import type { Reader } from '../../kit/reader.ts';
import { answerTimeoutAt, type AnswerProgress } from '../../kit/answerSource.ts';
import { createRenderThrottle } from './createRenderThrottle.ts';

/**
 * Returns the current body, or null if the message is not an answer. An answer without progress for
 * `limits.streamCacheFor` becomes 'interrupted'.
 */
export function useAnswer(message: MessageRow, { answers }: Reader): AiBody | null {
  const { id, content, answer } = message;
  const [progress, setProgress] = useState<(AnswerProgress & { at: number }) | null>(null);
  const [now, setNow] = useState(() => Date.now());
  const row = currentAnswer(content, answer);
  useEffect(() => {
    const throttle = createRenderThrottle((more: AnswerProgress) => setProgress({ ...more, at: Date.now() }));
    const subscription = answers.progress$(id).subscribe(throttle.push);
    return () => {
      subscription.unsubscribe();
      throttle.cancel();
    };
  }, [answers, id]);
  const live: AiBody | null = row &&
    progress && { ...row, round: progress.round, chunks: progress.chunks, text: progress.text, state: 'writing' };
  const body = row && live && isNewerAnswer(live, row) ? live : row;
  const isWriting = body?.state === 'writing';
  const deadline = Math.max(answerTimeoutAt(message), progress ? progress.at + limits.streamCacheFor : 0);
  useEffect(() => {
    if (!isWriting) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, deadline - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [isWriting, deadline]);
  return body && isWriting && now >= deadline ? { ...body, state: 'interrupted' } : body;
}
