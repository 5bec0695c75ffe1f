// A rule of the built-in responder.
import type { ProviderRequest } from './provider.ts';

/** What a rule sees of a question. */
export interface RuleInput extends ProviderRequest {
  question: string;
  /** What the person said before it, oldest first. */
  before: readonly string[];
  now: Date;
}

/** The first rule that has an answer gives it; the last one always has. */
export type Rule = (input: RuleInput) => string | null;
