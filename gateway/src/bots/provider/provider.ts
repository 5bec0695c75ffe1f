// What computes answers: a service that speaks OpenAI's protocol, or the responder that comes with the gateway.
import type { AiBotInfo_Type } from '@amber/proto';
import type { AnswerFault } from '@amber/proto/bodies';
import type { ServiceFailure } from '../../core/boundedFetch.ts';

export interface ChatTurn {
  by: 'person' | 'bot';
  text: string;
}

/** All that a provider is told. Nothing of other chats is in it. */
export interface ProviderRequest {
  /** One of the provider's models; empty: its first. */
  model: string;
  bot: { name: string; type: AiBotInfo_Type; ownerName: string; characters: readonly string[]; about: string };
  /** How the person who asks is called. */
  person: string;
  /** What the bot remembers of that person, oldest first. */
  memories: readonly string[];
  /** What the chat was about before these turns; empty when they are all of it. */
  summary: string;
  /** Nobody has asked: the bot writes first. */
  first?: true;
  /** Oldest first; the last one is the question, unless the bot writes first. */
  turns: readonly ChatTurn[];
  signal: AbortSignal;
}

/** These leave an answer that is worth what it costs: it is only not whole. */
const partialFaults: ReadonlySet<AnswerFault> = new Set(['AI_CUT', 'AI_FILTERED']);

/** An answer ended too early. `cause` is for the log alone, and a cut needs none. */
export class AnswerError extends Error {
  readonly fault: AnswerFault;
  readonly isCut: boolean;
  constructor(fault: AnswerFault, cause?: ServiceFailure) {
    super(fault, { cause });
    this.fault = fault;
    this.isCut = partialFaults.has(fault);
  }
}

/** How an answer ended of which `text` came, and what is to be logged of it. */
export function outcomeOf(
  thrown: unknown,
  text: string,
): { state: 'done' | 'failed'; fault: AnswerFault; error?: unknown } {
  if (!(thrown instanceof AnswerError)) return { state: 'failed', fault: 'AI_FAILED', error: thrown };
  const { fault, isCut, cause } = thrown;
  return {
    state: isCut && text.trim() !== '' ? 'done' : 'failed',
    fault,
    ...(cause !== undefined && { error: cause }),
  };
}

export interface Provider {
  /** Shown to people: who computes the answers. */
  name: string;
  models: readonly string[];
  /** The answer, in pieces as they come. @throws AnswerFailed; whatever it likes once `signal` is aborted. */
  stream(request: ProviderRequest): AsyncIterable<string>;
}
