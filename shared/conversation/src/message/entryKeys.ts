// The keys that do on a focused message what an entry of its menu does.
import type { Entry } from './messageActions.ts';

interface EntryKey {
  /** As `KeyboardEvent.key` says it. */
  is: string;
  shown: string;
}

export const entryKeys: Partial<Record<Entry, EntryKey>> = {
  reply: { is: 'r', shown: 'R' },
  edit: { is: 'e', shown: 'E' },
  withdraw: { is: 'Delete', shown: 'Del' },
};

/** The entry of this key; capitals are the same key. */
export function entryOfKey(key: string): Entry | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  return (Object.keys(entryKeys) as Entry[]).find((entry) => entryKeys[entry]!.is === pressed);
}
