// A rule of the built-in responder.
import type { ProviderRequest } from './provider.ts';

/** The input of a rule. */
export interface RuleInput extends ProviderRequest {
  question: string;
  /** The person's earlier turns, oldest first. */
  before: readonly string[];
  now: Date;
}

/** Returns an answer, or null to let the next rule try; the last rule always answers. */
export type Rule = (input: RuleInput) => string | null;
