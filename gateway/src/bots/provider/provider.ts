// The interface of answer providers: a service with the OpenAI protocol, or the built-in responder.
import type { AiBotInfo_Type } from '@amber/proto';
import type { AnswerFault } from '@amber/proto/bodies';
import type { ServiceFailure } from '../../core/boundedFetch.ts';

export interface ChatTurn {
  by: 'person' | 'bot';
  text: string;
}

/** Everything that a provider gets. It contains nothing from other chats. */
export interface ProviderRequest {
  /** One of the provider's models; empty selects the first. */
  model: string;
  bot: { name: string; type: AiBotInfo_Type; ownerName: string; characters: readonly string[]; about: string };
  /** The name of the person who asks. */
  person: string;
  /** The bot's memories of that person, oldest first. */
  memories: readonly string[];
  /** A summary of the earlier turns; empty when `turns` is the whole chat. */
  summary: string;
  /** Set for an unprompted answer: the bot writes first. */
  first?: true;
  /** Oldest first. The last one is the question, unless the bot writes first. */
  turns: readonly ChatTurn[];
  signal: AbortSignal;
}

/** These faults leave an incomplete answer that is still usable, so it stays charged. */
const partialFaults: ReadonlySet<AnswerFault> = new Set(['AI_CUT', 'AI_FILTERED']);

/** An answer that ended too early. `cause` is only for the log; a truncated answer needs none. */
export class AnswerError extends Error {
  readonly fault: AnswerFault;
  readonly isCut: boolean;
  constructor(fault: AnswerFault, cause?: ServiceFailure) {
    super(fault, { cause });
    this.fault = fault;
    this.isCut = partialFaults.has(fault);
  }
}

/** How an answer ended after `text` was received, and what to log about it. */
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
  /** The provider's name, as shown to people. */
  name: string;
  models: readonly string[];
  /** Streams the answer in pieces. @throws AnswerError, or any error once `signal` is aborted. */
  stream(request: ProviderRequest): AsyncIterable<string>;
}
