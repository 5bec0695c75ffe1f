// What the built-in responder knows of a language: patterns, and the sentences of its answers.
import type { ProviderRequest } from './provider.ts';

/** What the person asks, and what is known about them. */
export interface RuleInput extends ProviderRequest {
  question: string;
  /** The person's earlier turns, oldest first. */
  before: readonly string[];
  now: Date;
}

/** A pattern, and the answer to a question that matches it. */
export type Reply = readonly [pattern: RegExp, answer: (input: RuleInput) => string];

export interface BuiltInLanguage {
  /** Questions that are answered before all others: about the responder itself. */
  introductions: readonly Reply[];
  /** A question for the days until `date`. */
  untilDate: RegExp;
  /** `days` is negative for a date in the past. */
  days(days: number, date: string): string;
  today: RegExp;
  date(now: Date): string;
  /** A question about the person. */
  aboutPerson: RegExp;
  /** One that gets an answer even when nothing is known. */
  onlyMemory: RegExp;
  /** One for all memories. */
  everything: RegExp;
  /** A question for the name need not have a word of the sentence that stated it. */
  name: { asked: RegExp; stated: RegExp };
  recalled: string;
  nothingKnown: string;
  /** The parts of a question by which lines are found. */
  keys(question: string): readonly string[];
  released(owner: string): string;
  asksForHelp: RegExp;
  /** Short help texts about the product, each with the pattern that selects it. */
  help: readonly (readonly [pattern: RegExp, text: string])[];
  smallTalk: readonly Reply[];
  notReleased(owner: string): string;
  notUnderstood(input: RuleInput): string;
  /** The greeting of a mate that writes first. */
  greeting(request: ProviderRequest): string;
}
