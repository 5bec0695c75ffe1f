// The keyboard shortcuts of menu entries, for a focused message.
import type { MenuEntry } from './messageActions.ts';

interface EntryKey {
  /** The value of `KeyboardEvent.key`. */
  key: string;
  label: string;
}

export const entryKeys: Partial<Record<MenuEntry, EntryKey>> = {
  reply: { key: 'r', label: 'R' },
  edit: { key: 'e', label: 'E' },
  withdraw: { key: 'Delete', label: 'Del' },
};

/** Returns the entry of a key; letters are not case-sensitive. */
export function entryOfKey(key: string): MenuEntry | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  return (Object.keys(entryKeys) as MenuEntry[]).find((entry) => entryKeys[entry]!.key === pressed);
}
