// The pieces of an answer as its provider sends them, with limits for silence and length.
import type { Limits } from '@amber/proto/limits';
import { ServiceFailure } from '../../core/boundedFetch.ts';
import { AnswerError, type ProviderRequest, type Provider } from './provider.ts';

/** The reason with which an answer is aborted from outside. */
export class Stopped extends Error {}

/**
 * Streams the provider's text up to the maximum length of an answer. `stop` is aborted when the provider stays silent
 * for too long.
 * @throws AnswerError, also for an empty answer and for a truncated one; the reason with which `stop` was aborted.
 */
export async function* streamPieces(
  provider: Provider,
  request: Omit<ProviderRequest, 'signal'>,
  { stop, limits }: { stop: AbortController; limits: Pick<Limits, 'answerMax' | 'providerSilenceTimeout'> },
): AsyncGenerator<string, void, undefined> {
  const { signal } = stop;
  const failure = (reason: string) => new ServiceFailure({ service: provider.name, reason });
  const silenceError = new AnswerError('AI_SILENT', failure(`nothing came for ${limits.providerSilenceTimeout} ms`));
  let silenceTimer: NodeJS.Timeout | undefined;
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => stop.abort(silenceError), limits.providerSilenceTimeout);
  };
  const aborted = new Promise<never>((_, reject) => {
    const rejectAborted = () => reject(signal.reason as Error);
    if (signal.aborted) rejectAborted();
    signal.addEventListener('abort', rejectAborted);
  });
  aborted.catch(() => {});
  const stream = provider.stream({ ...request, signal })[Symbol.asyncIterator]();
  let length = 0;
  let isEmpty = true;
  try {
    restartSilenceTimer();
    for (;;) {
      // The stream of a provider that ignores its abort signal is abandoned.
      const { done, value } = await Promise.race([stream.next(), aborted]);
      if (done) break;
      if (value === '') continue;
      restartSilenceTimer();
      if (length === limits.answerMax) throw new AnswerError('AI_CUT');
      const text = value.slice(0, limits.answerMax - length);
      length += text.length;
      isEmpty &&= text.trim() === '';
      yield text;
      if (text.length < value.length) throw new AnswerError('AI_CUT');
    }
    if (isEmpty) throw new AnswerError('AI_FAILED', failure('the answer is empty'));
  } finally {
    clearTimeout(silenceTimer);
    void stream.return?.(undefined).catch(() => {});
  }
}
