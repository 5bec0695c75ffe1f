// Checks one text without the library of the other forms: the sign-in is in everybody's first load.
import { words } from '../words/gen/ui.ts';

/** What is wrong with a trimmed text that must not be empty, in a sentence; undefined when nothing is. */
export function textError(text: string, label: string, pattern?: RegExp): string | undefined {
  if (text === '') return words.pleaseEnter({ label });
  return pattern && !pattern.test(text) ? words.notValid({ label }) : undefined;
}
