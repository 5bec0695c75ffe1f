// The pieces of an answer as its provider sends them, with an end to everything that may last for ever.
import type { Limits } from '@amber/proto/limits';
import { AnswerFailed, type Ask, type Provider } from './provider.ts';

/**
 * What the provider says, until an answer's greatest length. `stop` is aborted when it says nothing for too long.
 * @throws AnswerFailed; the reason with which `stop` was aborted.
 */
export async function* piecesOf(
  provider: Provider,
  ask: Omit<Ask, 'signal'>,
  { stop, limits }: { stop: AbortController; limits: Pick<Limits, 'answerMax' | 'providerSilence'> },
): AsyncGenerator<string, void, undefined> {
  const { signal } = stop;
  let silence: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(new AnswerFailed('AI_SILENT')), limits.providerSilence);
  };
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail);
  });
  aborted.catch(() => {});
  const stream = provider.stream({ ...ask, signal })[Symbol.asyncIterator]();
  let length = 0;
  try {
    listen();
    while (length < limits.answerMax) {
      // A provider that does not hear its signal is left behind.
      const { done, value } = await Promise.race([stream.next(), aborted]);
      if (done) break;
      if (value === '') continue;
      listen();
      const text = value.slice(0, limits.answerMax - length);
      length += text.length;
      yield text;
    }
  } finally {
    clearTimeout(silence);
    void stream.return?.(undefined).catch(() => {});
  }
}
