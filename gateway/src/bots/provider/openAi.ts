// Any service that speaks OpenAI's protocol: a vendor's, or a model on one's own machine.
import type { AnswerFault } from '@amber/proto/bodies';
import type { Limits } from '@amber/proto/limits';
import { boundedFetch, ServiceFailure } from '../../core/boundedFetch.ts';
import { instructionsOf } from './instructions.ts';
import { AnswerFailed, type Provider } from './provider.ts';

export interface AiSettings {
  baseUrl: string;
  key: string;
  models: readonly [string, ...string[]];
}

/** How an answer may end by itself; any other end is a broken connection. */
const ends = new Map<string, AnswerFault | null>([
  ['stop', null],
  ['length', 'AI_CUT'],
  ['content-filter', 'AI_FILTERED'],
]);

const tooMany = 429;

/** The errors that led to this one, itself first. */
function* causesOf(thrown: unknown): Generator<Error> {
  for (let [at, left] = [thrown, 10]; at instanceof Error && left > 0; [at, left] = [at.cause, left - 1]) yield at;
}

/** Neither people nor the log get the service's own words: they may repeat what somebody wrote. */
function failureOf(thrown: unknown, service: string): ServiceFailure {
  const errors = [...causesOf(thrown)];
  const ours = errors.find((error) => error instanceof ServiceFailure);
  if (ours) return ours;
  const status = errors.map((error) => (error as { statusCode?: unknown }).statusCode).find((one) => one !== undefined);
  if (typeof status === 'number' && status >= 400) return new ServiceFailure({ service, status, reason: 'it refused' });
  const code = errors.map((error) => (error as NodeJS.ErrnoException).code).find((one) => typeof one === 'string');
  if (code !== undefined) return new ServiceFailure({ service, reason: `the connection failed (${code})` });
  // Node says so of a body that breaks off.
  if (errors.some(({ message }) => message === 'terminated'))
    return new ServiceFailure({ service, reason: 'the connection broke' });
  return new ServiceFailure({ service, reason: 'the answer cannot be read' });
}

const faultOf = (failure: ServiceFailure): AnswerFailed =>
  new AnswerFailed(failure.status === tooMany ? 'AI_BUSY' : 'AI_FAILED', failure);

/** Loaded at the first question: most gateways never need it. */
const load = async () => {
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
    async *stream(ask) {
      const { streamText, createOpenAICompatible } = await load();
      const client = createOpenAICompatible({
        name: 'ai',
        baseURL: baseUrl,
        ...(key && { apiKey: key }),
        fetch: (url, init = {}) => boundedFetch(url, init, bounds),
      });
      const { fullStream } = streamText({
        model: client(ask.model || models[0]),
        instructions: instructionsOf(ask),
        // Many models answer nothing but a person's turn.
        messages: [...ask.turns, ...(ask.first ? [{ by: 'person' as const, text: '…' }] : [])].map(({ by, text }) => ({
          role: by === 'bot' ? ('assistant' as const) : ('user' as const),
          content: text,
        })),
        // The person decides whether to try again.
        maxRetries: 0,
        abortSignal: ask.signal,
        onError: () => {},
      });
      let end = '';
      try {
        for await (const part of fullStream) {
          if (part.type === 'text-delta') yield part.text;
          if (part.type === 'error') throw part.error;
          if (part.type === 'finish') end = part.finishReason;
        }
      } catch (thrown) {
        throw ask.signal.aborted ? thrown : faultOf(failureOf(thrown, service));
      }
      if (ask.signal.aborted) return;
      const fault = ends.get(end);
      if (fault === undefined) throw faultOf(new ServiceFailure({ service, reason: `it ended by ${end || 'a cut'}` }));
      if (fault !== null) throw new AnswerFailed(fault);
    },
  };
}
