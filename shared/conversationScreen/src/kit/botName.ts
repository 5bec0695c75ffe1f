// The name of a bot in the page's language.
import { personName } from '@amber/ui/personName';
import { words } from '../words/gen/screen.ts';

/**
 * Translates the names that the gateway gives to default bots, such as everybody's assistant; returns any other name,
 * which its owner chose, unchanged.
 */
export function botName(name: string): string {
  const known: Readonly<Record<string, string>> = words.botNames;
  return Object.hasOwn(known, name) ? known[name]! : personName(name);
}
