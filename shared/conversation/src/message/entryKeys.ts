// The keys that do on a focused message what an entry of its menu does.
import type { MenuEntry } from './messageActions.ts';

interface EntryKey {
  /** As `KeyboardEvent.key` says it. */
  key: string;
  label: string;
}

export const entryKeys: Partial<Record<MenuEntry, EntryKey>> = {
  reply: { key: 'r', label: 'R' },
  edit: { key: 'e', label: 'E' },
  withdraw: { key: 'Delete', label: 'Del' },
};

/** The entry of this key; capitals are the same key. */
export function entryOfKey(key: string): MenuEntry | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  return (Object.keys(entryKeys) as MenuEntry[]).find((entry) => entryKeys[entry]!.key === pressed);
}
