// An answer as it is at this moment: its row, what has come since, and whether anybody goes on with it.
import type { MessageRow } from '@amber/client/db';
import { type AiBody, currentAnswer, isFurther } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { useEffect, useState } from 'react';
import type { Reader } from '../../kit/reader.ts';
import { abandonedAt, type Grown } from '../../kit/answerSource.ts';
import { paced } from './paced.ts';

/** Null for what is no answer. One that was left alone for a minute is 'interrupted'. */
export function useAnswer(message: MessageRow, { answers }: Reader): AiBody | null {
  const { id, content, answer } = message;
  const [grown, setGrown] = useState<(Grown & { at: number }) | null>(null);
  const [now, setNow] = useState(() => Date.now());
  const row = currentAnswer(content, answer);
  useEffect(() => {
    const pace = paced((more: Grown) => setGrown({ ...more, at: Date.now() }));
    const subscription = answers.grown$(id).subscribe(pace.take);
    return () => {
      subscription.unsubscribe();
      pace.end();
    };
  }, [answers, id]);
  const live: AiBody | null = row &&
    grown && { ...row, round: grown.round, chunks: grown.chunks, text: grown.text, state: 'writing' };
  const body = row && live && isFurther(live, row) ? live : row;
  const isWriting = body?.state === 'writing';
  const end = Math.max(abandonedAt(message), grown ? grown.at + limits.streamCacheFor : 0);
  useEffect(() => {
    if (!isWriting) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, end - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [isWriting, end]);
  return body && isWriting && now >= end ? { ...body, state: 'interrupted' } : body;
}
