// How the entries of a message's menu look, and which keys do the same on a focused message.
import { CopyIcon, DeleteIcon, EditIcon, ForwardIcon, LinkIcon, ReactIcon, ReplyIcon, RetryIcon, SelectIcon, WithdrawIcon } from '@amber/ui/icons';
import type { ComponentType } from 'react';
import type { Entry } from './messageActions.ts';

interface EntryLook {
  Icon: ComponentType;
  danger?: boolean;
  /** What `KeyboardEvent.key` says, and how it is written. */
  key?: { is: string; shown: string };
}

export const entryLooks = {
  retry: { Icon: RetryIcon },
  reply: { Icon: ReplyIcon, key: { is: 'r', shown: 'R' } },
  react: { Icon: ReactIcon },
  copy: { Icon: CopyIcon },
  link: { Icon: LinkIcon },
  forward: { Icon: ForwardIcon },
  edit: { Icon: EditIcon, key: { is: 'e', shown: 'E' } },
  select: { Icon: SelectIcon },
  withdraw: { Icon: WithdrawIcon, danger: true, key: { is: 'Delete', shown: 'Del' } },
  delete: { Icon: DeleteIcon, danger: true },
} satisfies Record<Entry, EntryLook> as Record<Entry, EntryLook>;

const keys = new Map(Object.entries(entryLooks).flatMap(([entry, { key }]) => (key ? [[key.is, entry as Entry] as const] : [])));

/** The entry that this key stands for; capitals are the same key. */
export const entryOfKey = (key: string): Entry | undefined => keys.get(key.length === 1 ? key.toLowerCase() : key);
