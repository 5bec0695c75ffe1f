// A rule of the built-in responder.
import type { Ask } from './provider.ts';

/** What a rule sees of a question. */
export interface Asked extends Ask {
  question: string;
  /** What the person said before it, oldest first. */
  before: readonly string[];
  now: Date;
}

/** The first rule that has an answer gives it; the last one always has. */
export type Rule = (asked: Asked) => string | null;
