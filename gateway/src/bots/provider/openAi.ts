// A provider for any service with the OpenAI protocol: a vendor's or a self-hosted model.
import type { AnswerFault } from '@amber/proto/bodies';
import type { Limits } from '@amber/proto/limits';
import type { OpenAI } from 'openai';
import { type AnswerBounds, boundedFetch, ServiceFailure } from '../../core/boundedFetch.ts';
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
  ['content_filter', 'AI_FILTERED'],
]);

const tooManyRequests = 429;

const roles = { person: 'user', bot: 'assistant' } as const;

/** The error and its chain of causes. */
function* causesOf(thrown: unknown): Generator<Error> {
  for (let [at, left] = [thrown, 10]; at instanceof Error && left > 0; [at, left] = [at.cause, left - 1]) yield at;
}

/** The service's own error text reaches neither people nor the log, because it may repeat user content. */
function failureOf(thrown: unknown, service: string): ServiceFailure {
  const errors = [...causesOf(thrown)];
  const known = errors.find((error) => error instanceof ServiceFailure);
  if (known) return known;
  const status = errors.map((error) => (error as { status?: unknown }).status).find((one) => one !== undefined);
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

/** The client's other headers describe this machine; some come from variables that this product does not have. */
function necessaryHeaders(all: RequestInit['headers'], key: string): Record<string, string> {
  const accept = new Headers(all).get('accept') ?? '*/*';
  return { accept, 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
}

/** The client is loaded on first use, because most gateways never need it. */
async function openClient({ baseUrl, key }: AiSettings, bounds: AnswerBounds): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    // The client demands a key; a self-hosted model needs none.
    apiKey: key || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The person decides whether to retry.
    maxRetries: 0,
    // It would log what the service sent.
    logLevel: 'off',
    fetch: (url, init = {}) => boundedFetch(url, { ...init, headers: necessaryHeaders(init.headers, key) }, bounds),
  });
}

export function createOpenAiProvider(
  settings: AiSettings,
  limits: Pick<Limits, 'providerBytesMax' | 'providerEventMax'>,
): Provider {
  const { baseUrl, models } = settings;
  const service = new URL(baseUrl).host;
  const bounds = { bytesMax: limits.providerBytesMax, eventMax: limits.providerEventMax };
  let client: Promise<OpenAI> | undefined;
  return {
    name: service,
    models,
    async *stream(request) {
      const { signal } = request;
      let finishReason = '';
      try {
        const { chat } = await (client ??= openClient(settings, bounds));
        const chunks = await chat.completions.create(
          {
            model: request.model || models[0],
            stream: true,
            messages: [
              { role: 'system', content: instructionsOf(request) },
              ...request.turns.map(({ by, text }) => ({ role: roles[by], content: text })),
              // Many models only answer a user turn, so an unprompted answer gets a placeholder.
              ...(request.first ? [{ role: roles.person, content: '…' }] : []),
            ],
          },
          { signal },
        );
        for await (const { choices } of chunks) {
          const [choice] = choices;
          if (choice?.delta?.content) yield choice.delta.content;
          finishReason = choice?.finish_reason ?? finishReason;
        }
      } catch (thrown) {
        throw signal.aborted ? thrown : answerErrorOf(failureOf(thrown, service));
      }
      if (signal.aborted) return;
      const fault = faultByFinishReason.get(finishReason);
      if (fault === undefined)
        throw answerErrorOf(new ServiceFailure({ service, reason: `it ended by ${finishReason || 'a cut'}` }));
      if (fault !== null) throw new AnswerError(fault);
    },
  };
}
