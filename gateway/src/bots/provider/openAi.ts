// Any service that speaks OpenAI's protocol: a vendor's, or a model on one's own machine.
import { instructionsOf } from './instructions.ts';
import { AnswerFailed, type Provider } from './provider.ts';

export interface AiSettings {
  baseUrl: string;
  key: string;
  models: readonly [string, ...string[]];
}

/** Why an answer may end by itself; any other end was a cut. */
const wholeEnds: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter']);

const tooMany = 429;

/** A refusal in the service's own words stays in the log; people get one of ours. */
const faultOf = (thrown: unknown): AnswerFailed => {
  const { statusCode } = (thrown ?? {}) as { statusCode?: unknown };
  return new AnswerFailed(statusCode === tooMany ? 'AI_BUSY' : 'AI_FAILED', thrown);
};

/** Loaded at the first question: most gateways never need it. */
const load = async () => {
  const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  return { streamText, createOpenAICompatible };
};

export function createOpenAiProvider({ baseUrl, key, models }: AiSettings): Provider {
  return {
    name: new URL(baseUrl).host,
    models,
    async *stream(ask) {
      const { streamText, createOpenAICompatible } = await load();
      const service = createOpenAICompatible({ name: 'ai', baseURL: baseUrl, ...(key && { apiKey: key }) });
      const { fullStream } = streamText({
        model: service(ask.model || models[0]),
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
      for await (const part of fullStream) {
        if (part.type === 'text-delta') yield part.text;
        if (part.type === 'error') throw faultOf(part.error);
        if (part.type === 'finish') end = part.finishReason;
      }
      if (!ask.signal.aborted && !wholeEnds.has(end)) throw new AnswerFailed('AI_FAILED', `ended by ${end || 'a cut'}`);
    },
  };
}
