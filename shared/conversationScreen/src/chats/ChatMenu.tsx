// The menu of a row in a list of chats or rooms, and the dialogs that its entries open.
import { isArchived } from '@amber/client/archived';
import { api, engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { isOwnChat, otherPerson } from '@amber/client/rows';
import { useSession } from '@amber/client/session';
import { showError } from '@amber/client/showError';
import { useAction } from '@amber/client/useAction';
import { MutedIcon, PinIcon } from '@amber/ui/chatIcons';
import { ArchiveIcon, BlockIcon, UnpinIcon, UnreadIcon } from '@amber/ui/chatMenuIcons';
import { type Anchor, ContextMenu } from '@amber/ui/ContextMenu';
import { CheckIcon } from '@amber/ui/icons';
import type { MenuItem } from '@amber/ui/Menu';
import { DeleteIcon } from '@amber/ui/messageIcons';
import { BellIcon } from '@amber/ui/settingsIcons';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BlockPerson } from '../kit/BlockPerson.tsx';
import { changeSetting } from '../kit/changeSetting.ts';
import { conversationProfile } from '../kit/conversationProfile.ts';
import { words } from '../words/gen/chatMenu.ts';
import { DeleteChat } from '../kit/DeleteChat.tsx';
import { muteItems, unmute } from '../kit/muting.ts';

export interface ChatMenuTarget {
  conversationId: string;
  /** The link of the conversation in the list. */
  row: HTMLElement;
  anchor: Anchor;
}

/** Returns the row that gets the focus when this one leaves the list. */
function neighbourOf(row: HTMLElement): HTMLElement | undefined {
  const rows = [...(row.closest('nav')?.querySelectorAll<HTMLElement>('a') ?? [])];
  const at = rows.indexOf(row);
  return rows[at + 1] ?? rows[at - 1];
}

/** Opens when it is mounted: give it a new key for each opening. `isOpen`: the conversation itself is on the screen. */
export function ChatMenu({ conversationId, row, anchor, isOpen }: ChatMenuTarget & { isOpen: boolean }) {
  const me = useSession()?.identifier ?? '';
  const navigate = useNavigate();
  const [layer, setLayer] = useState<'menu' | 'delete' | 'block' | null>('menu');
  const [, act] = useAction();
  const afterwards = useRef<HTMLElement | undefined>(undefined);
  const live = useLive(
    async (db) => {
      const conversation = await db.conversations.get(conversationId);
      const other = conversation?.type === 'private' ? otherPerson(conversation, me) : undefined;
      const [cursor, contact] = await Promise.all([
        db.cursors.get(conversationId),
        other && db.contacts.get(other.identifier),
      ]);
      return { conversation, other: other?.identifier, seq: cursor?.seq ?? 0, isBlocked: contact?.status === 'black' };
    },
    [conversationId, me],
  );
  useEffect(() => {
    // A dialog returns the focus to the row, which is gone by then.
    if (layer === null && afterwards.current) afterwards.current.focus({ preventScroll: true });
  }, [layer]);
  if (live.status !== 'ready' || !live.rows.conversation) return null;

  const { conversation, other, seq, isBlocked } = live.rows;
  const { name } = conversationProfile(conversation, me);
  const { unread, spaceId, userSetting } = conversation;
  const { isTop = false, noDisturb = false, markedUnread = false } = userSetting ?? {};
  const isRoom = spaceId !== '';
  const change = (setting: Parameters<typeof changeSetting>[1]) => () => changeSetting(conversationId, setting);
  /** For an action that moves the row elsewhere. */
  const leave = (action: () => void) => () => {
    neighbourOf(row)?.focus({ preventScroll: true });
    action();
  };
  const close = () => setLayer(null);
  const isUnread = unread > 0 || markedUnread;
  const isOwn = isOwnChat(conversation, me);
  const isInArchive = isArchived(conversation);
  const items: (MenuItem | false)[] = [
    !isRoom && {
      key: 'pin',
      label: isTop ? words.unpin : words.pin,
      Icon: isTop ? UnpinIcon : PinIcon,
      onSelect: change({ isTop: !isTop }),
    },
    !isOwn &&
      (noDisturb
        ? { key: 'mute', label: words.unmute, Icon: BellIcon, onSelect: () => unmute(conversationId) }
        : { key: 'mute', label: words.mute, Icon: MutedIcon, items: muteItems(conversationId) }),
    isUnread && {
      key: 'read',
      label: words.markRead,
      Icon: CheckIcon,
      onSelect: () => void engine.markRead({ conversationId, seq }).catch(showError),
    },
    // A chat without a message has nothing to read, and no position at which to archive it.
    !isUnread &&
      !isOwn &&
      seq > 0 && {
        key: 'read',
        label: words.markUnread,
        Icon: UnreadIcon,
        onSelect: change({ markedUnread: true }),
      },
    !isRoom &&
      seq > 0 && {
        key: 'archive',
        label: isInArchive ? words.unarchive : words.archive,
        Icon: ArchiveIcon,
        onSelect: leave(change({ archivedSeq: isInArchive ? 0 : seq })),
      },
    other !== undefined &&
      (isBlocked
        ? {
            key: 'block',
            label: words.unblock,
            Icon: BlockIcon,
            onSelect: () => void act(() => api.contact.unblock({ identifier: other })),
          }
        : { key: 'block', label: words.block, Icon: BlockIcon, danger: true, onSelect: () => setLayer('block') }),
    !isRoom && {
      key: 'delete',
      label: words.delete,
      Icon: DeleteIcon,
      danger: true,
      onSelect: () => setLayer('delete'),
    },
  ];
  return (
    <>
      <ContextMenu
        open={layer === 'menu'}
        anchor={anchor}
        label={words.menuOf({ name })}
        items={items.filter((item) => item !== false)}
        onClose={close}
        returnFocusTo={() => row}
      />
      <DeleteChat
        open={layer === 'delete'}
        conversationId={conversationId}
        name={name}
        onClose={close}
        onDeleted={() => {
          afterwards.current = neighbourOf(row);
          if (isOpen) navigate(paths.chats());
        }}
      />
      <BlockPerson open={layer === 'block'} identifier={other ?? ''} name={name} onClose={close} />
    </>
  );
}
