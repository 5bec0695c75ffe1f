// A provider for any service with the OpenAI protocol: a vendor's or a self-hosted model.
import type { AnswerFault } from '@amber/proto/bodies';
import type { Limits } from '@amber/proto/limits';
import { boundedFetch, ServiceFailure } from '../../core/boundedFetch.ts';
import { instructionsOf } from './instructions.ts';
import { AnswerError, type Provider } from './provider.ts';

export interface AiSettings {
  baseUrl: string;
  key: string;
  models: readonly [string, ...string[]];
}

/** The regular finish reasons, each with its fault; any other end is a broken connection. */
const faultByFinishReason = new Map<string, AnswerFault | null>([
  ['stop', null],
  ['length', 'AI_CUT'],
  ['content-filter', 'AI_FILTERED'],
]);

const tooManyRequests = 429;

/** The error and its chain of causes. */
function* causesOf(thrown: unknown): Generator<Error> {
  for (let [at, left] = [thrown, 10]; at instanceof Error && left > 0; [at, left] = [at.cause, left - 1]) yield at;
}

/** The service's own error text reaches neither people nor the log, because it may repeat user content. */
function failureOf(thrown: unknown, service: string): ServiceFailure {
  const errors = [...causesOf(thrown)];
  const known = errors.find((error) => error instanceof ServiceFailure);
  if (known) return known;
  const status = errors.map((error) => (error as { statusCode?: unknown }).statusCode).find((one) => one !== undefined);
  if (typeof status === 'number' && status >= 400) return new ServiceFailure({ service, status, reason: 'it refused' });
  const code = errors.map((error) => (error as NodeJS.ErrnoException).code).find((one) => typeof one === 'string');
  if (code !== undefined) return new ServiceFailure({ service, reason: `the connection failed (${code})` });
  // Node's fetch uses this message when a body breaks off.
  if (errors.some(({ message }) => message === 'terminated'))
    return new ServiceFailure({ service, reason: 'the connection broke' });
  return new ServiceFailure({ service, reason: 'the answer cannot be read' });
}

const answerErrorOf = (failure: ServiceFailure): AnswerError =>
  new AnswerError(failure.status === tooManyRequests ? 'AI_BUSY' : 'AI_FAILED', failure);

/** Loaded on first use, because most gateways never need it. */
const loadSdk = async () => {
  const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  return { streamText, createOpenAICompatible };
};

export function createOpenAiProvider(
  { baseUrl, key, models }: AiSettings,
  limits: Pick<Limits, 'providerBytesMax' | 'providerLineMax'>,
): Provider {
  const service = new URL(baseUrl).host;
  const bounds = { bytesMax: limits.providerBytesMax, lineMax: limits.providerLineMax };
  return {
    name: service,
    models,
    async *stream(request) {
      const { streamText, createOpenAICompatible } = await loadSdk();
      const client = createOpenAICompatible({
        name: 'ai',
        baseURL: baseUrl,
        ...(key && { apiKey: key }),
        fetch: (url, init = {}) => boundedFetch(url, init, bounds),
      });
      const { fullStream } = streamText({
        model: client(request.model || models[0]),
        instructions: instructionsOf(request),
        // Many models only answer a user turn, so an unprompted answer gets a placeholder.
        messages: [...request.turns, ...(request.first ? [{ by: 'person' as const, text: '…' }] : [])].map(
          ({ by, text }) => ({
            role: by === 'bot' ? ('assistant' as const) : ('user' as const),
            content: text,
          }),
        ),
        // The person decides whether to retry.
        maxRetries: 0,
        abortSignal: request.signal,
        onError: () => {},
      });
      let finishReason = '';
      try {
        for await (const part of fullStream) {
          if (part.type === 'text-delta') yield part.text;
          if (part.type === 'error') throw part.error;
          if (part.type === 'finish') finishReason = part.finishReason;
        }
      } catch (thrown) {
        throw request.signal.aborted ? thrown : answerErrorOf(failureOf(thrown, service));
      }
      if (request.signal.aborted) return;
      const fault = faultByFinishReason.get(finishReason);
      if (fault === undefined)
        throw answerErrorOf(new ServiceFailure({ service, reason: `it ended by ${finishReason || 'a cut'}` }));
      if (fault !== null) throw new AnswerError(fault);
    },
  };
}
