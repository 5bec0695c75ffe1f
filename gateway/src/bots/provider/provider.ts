// What computes answers: a service that speaks OpenAI's protocol, or the responder that comes with the gateway.
import type { AiBotInfo_Type } from '@amber/proto';
import type { AnswerFault } from '@amber/proto/bodies';

export interface Turn {
  by: 'person' | 'bot';
  text: string;
}

/** All that a provider is told. Nothing of other chats is in it. */
export interface Ask {
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
  turns: readonly Turn[];
  signal: AbortSignal;
}

/** An answer ended too early. `cause` is for the log alone: a service's own words are not shown to people. */
export class AnswerFailed extends Error {
  readonly fault: AnswerFault;
  constructor(fault: AnswerFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

export interface Provider {
  /** Shown to people: who computes the answers. */
  name: string;
  models: readonly string[];
  /** The answer, in pieces as they come. @throws AnswerFailed; whatever it likes once `signal` is aborted. */
  stream(ask: Ask): AsyncIterable<string>;
}
