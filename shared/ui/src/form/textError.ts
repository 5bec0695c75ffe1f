// Validates one text without the schema library, because the sign-in is part of every first load.
import { words } from '../words/gen/ui.ts';

/** Returns the error message for a trimmed text that is required; undefined if it is valid. */
export function textError(text: string, label: string, pattern?: RegExp): string | undefined {
  if (text === '') return words.pleaseEnter({ label });
  return pattern && !pattern.test(text) ? words.notValid({ label }) : undefined;
}
