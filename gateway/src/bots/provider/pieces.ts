// The pieces of an answer as its provider sends them, with an end to everything that may last for ever.
import type { Limits } from '@amber/proto/limits';
import { ServiceFailure } from '../../core/boundedFetch.ts';
import { AnswerFailed, type Ask, type Provider } from './provider.ts';

/**
 * What the provider says, until an answer's greatest length. `stop` is aborted when it says nothing for too long.
 * @throws AnswerFailed, also for an empty answer and for one that was cut; the reason with which `stop` was aborted.
 */
export async function* piecesOf(
  provider: Provider,
  ask: Omit<Ask, 'signal'>,
  { stop, limits }: { stop: AbortController; limits: Pick<Limits, 'answerMax' | 'providerSilence'> },
): AsyncGenerator<string, void, undefined> {
  const { signal } = stop;
  const failure = (reason: string) => new ServiceFailure({ service: provider.name, reason });
  const silent = new AnswerFailed('AI_SILENT', failure(`nothing came for ${limits.providerSilence} ms`));
  let silence: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(silent), limits.providerSilence);
  };
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail);
  });
  aborted.catch(() => {});
  const stream = provider.stream({ ...ask, signal })[Symbol.asyncIterator]();
  let length = 0;
  let isEmpty = true;
  try {
    listen();
    for (;;) {
      // A provider that does not hear its signal is left behind.
      const { done, value } = await Promise.race([stream.next(), aborted]);
      if (done) break;
      if (value === '') continue;
      listen();
      if (length === limits.answerMax) throw new AnswerFailed('AI_CUT');
      const text = value.slice(0, limits.answerMax - length);
      length += text.length;
      isEmpty &&= text.trim() === '';
      yield text;
      if (text.length < value.length) throw new AnswerFailed('AI_CUT');
    }
    if (isEmpty) throw new AnswerFailed('AI_FAILED', failure('the answer is empty'));
  } finally {
    clearTimeout(silence);
    void stream.return?.(undefined).catch(() => {});
  }
}
