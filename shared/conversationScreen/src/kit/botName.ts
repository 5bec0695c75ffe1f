// How a bot is called in the page's language.
import { personName } from '@amber/ui/personName';
import { words } from '../words/gen/screen.ts';

/** The gateway names the assistant that everybody starts with; any other name is its owner's word. */
export function botName(name: string): string {
  const known: Readonly<Record<string, string>> = words.botNames;
  return Object.hasOwn(known, name) ? known[name]! : personName(name);
}
