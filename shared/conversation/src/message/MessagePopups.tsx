// The popups of a message: its menu, the emoji to react with, and who has reacted. One of each is shared by all
// messages.
import type { Anchor } from '@amber/ui/ContextMenu';
import type { RefObject } from 'react';
import { LazyEmojiPopover } from '../emoji/LazyEmojiPopover.ts';
import { formatTime } from '../kit/format.ts';
import { entriesFor, type MenuEntry, type MessageActions } from './messageActions.ts';
import { MessageMenu } from './MessageMenu.tsx';
import { ReactionsDialog } from './ReactionsDialog.tsx';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import { words as entryWords } from '../words/gen/entries.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

export interface OpenPopup {
  /** 'react' offers a few emoji and 'pick' all of them; 'reactions' shows who has reacted. */
  kind: 'menu' | 'react' | 'pick' | 'reactions';
  row: TimelineRow;
  at: { x: number; y: number };
  /** A closed popup stays mounted, so that it keeps its position while it fades out. */
  open: boolean;
}

const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

export interface MessagePopupsProps {
  open: boolean;
  popup: OpenPopup;
  reader: Reader;
  actions: MessageActions;
  isOwner: boolean;
  messageList: RefObject<HTMLElement | null>;
  perform(row: TimelineRow, entry: MenuEntry, anchor: Anchor): void;
  openPicker(row: TimelineRow, anchor: Anchor): void;
  /** Closes the popup if it is of this kind; without a kind, any. */
  onClose(kind?: OpenPopup['kind']): void;
}

/** The popup that is open or fades out. */
export function MessagePopups({
  open,
  popup: { row, at, kind },
  reader,
  actions,
  isOwner,
  messageList,
  perform,
  openPicker,
  onClose,
}: MessagePopupsProps) {
  const message = () =>
    messageList.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row.message.id)}"]`) ?? null;
  const chosen = (row.message.reactions ?? []).filter(({ by }) => by.includes(reader.me)).map(({ emoji }) => emoji);
  const react = (emoji: string) => actions.onReact?.(row.message, emoji, !chosen.includes(emoji));
  const isReacting = kind === 'react' || kind === 'pick';
  return (
    <>
      <MessageMenu
        open={open && kind === 'menu'}
        anchor={at}
        name={words.article({ author: reader.authorOf(row).name, time: formatTime(row.at) })}
        entries={entriesFor(row, actions, isOwner)}
        quick={quickReactions}
        chosen={chosen}
        onReact={react}
        onPick={() => openPicker(row, at)}
        returnFocusTo={message}
        onClose={() => onClose('menu')}
        onEntry={(entry) => perform(row, entry, at)}
      />
      <LazyEmojiPopover
        open={open && isReacting}
        anchor={at}
        label={entryWords.react}
        {...(kind === 'react' && { quick: quickReactions })}
        onClose={() => isReacting && onClose(kind)}
        returnFocusTo={() => message() ?? false}
        onPick={(emoji) => {
          onClose(kind);
          react(emoji);
        }}
      />
      {kind === 'reactions' && (
        <ReactionsDialog
          open={open && row.message.reactions !== undefined}
          reactions={row.message.reactions ?? []}
          reader={reader}
          onOpenPerson={actions.onOpenPerson}
          onClose={() => onClose('reactions')}
        />
      )}
    </>
  );
}
