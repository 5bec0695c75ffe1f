// What a timeline takes, and what can be asked of it.
import type { MessageRow } from '@amber/client/rows';
import type { ReactNode, Ref } from 'react';
import type { AnswerSource } from '../kit/answerSource.ts';
import type { FileSource } from '../kit/fileSource.ts';
import type { Person } from '../kit/person.ts';
import type { LoadReadAloudSource } from '../kit/readAloudSource.ts';
import type { Reader } from '../kit/reader.ts';
import type { LoadVoiceSource } from '../kit/voiceSource.ts';
import type { MessageActions } from '../message/messageActions.ts';
import type { MessageLayout } from '../message/MessageItem.tsx';
import type { OlderPageState } from './OlderPageStatus.tsx';

export interface TimelineHandle {
  /** Scrolls to the newest message. */
  scrollToNewest(): void;
  /** Scrolls to this message and highlights it; one outside the window is requested with `onJump`. */
  jumpTo(id: string): void;
  /** Moves the focus to the user's last message, where its keyboard shortcuts work; false if there is none. */
  selectLast(): boolean;
}

/** All data is passed in as props. The callbacks need not be stable. */
export interface TimelineProps extends MessageActions {
  messages: readonly MessageRow[];
  me: string;
  people: ReadonlyMap<string, Person>;
  /** 'bubbles' for private chats and bots, 'rows' for groups and rooms. */
  grouping: MessageLayout;
  /** Whether the conversation is end-to-end encrypted; messages that are not are then marked. */
  encrypted?: boolean | undefined;
  /** The number of devices that a message of mine is sent to; 0 while it is unknown. */
  deviceCount?: number | undefined;
  /** The source of the files in messages. */
  files: FileSource;
  /** The source of streaming answers of a bot; absent if there is none. */
  answers?: AnswerSource | undefined;
  /** Reads a message of this conversation from this device, for quotes of a part; absent where there is none. */
  message$?: Reader['message$'];
  /** Loads the source of voice messages; absent where they cannot be converted to text. */
  loadVoice?: LoadVoiceSource | undefined;
  /** Loads the source of reading aloud; absent where nothing can. */
  loadReadAloud?: LoadReadAloudSource | undefined;
  /** Whether the user owns this group and may withdraw the messages of others. */
  isOwner?: boolean | undefined;
  /**
   * In a private chat: the positions up to which the other person has received and read. Absent where they are not
   * reported.
   */
  peerDeliveredSeq?: number | undefined;
  peerReadSeq?: number | undefined;
  /** Identifiers of the people who are typing. */
  typing?: readonly string[] | undefined;
  /**
   * The number of unread messages that mention the user, and the handler of the button that leads to the oldest: find
   * it and call `jumpTo`.
   */
  mentions?: number | undefined;
  onJumpToMention?: (() => void) | undefined;
  /** Called for a message outside the window: load that part of the conversation; the timeline then scrolls there. */
  onJump?: ((id: string) => void) | undefined;
  /** The state of loading older messages from the gateway. */
  older?: OlderPageState | undefined;
  onRetryOlder?: (() => void) | undefined;
  /** Shown above the first message of the conversation, once nothing older is left. */
  beginning?: ReactNode;
  /** Whether `beginning` invites to write, so that an empty timeline needs no other words. */
  hasGreeting?: boolean;
  hasOlder: boolean;
  onReachOldest(): void;
  /** Whether the window ends before the newest message. */
  hasNewer?: boolean;
  onReachNewest?: (() => void) | undefined;
  /** Called before it scrolls to the newest message, which is read then: load it into the window. */
  onJumpToNewest?: (() => void) | undefined;
  /** Called when scrolling ends, which is the time to release rows that are far away. */
  onScrollEnd?: (() => void) | undefined;
  /** Called when new messages have made the window too long, with the side that the reader is on. */
  onOverfull?: ((side: 'older' | 'newer') => void) | undefined;
  /** Called when the message at this position is on screen, while the page is in front of the reader. */
  onSeen(seq: number): void;
  /** The number of unread messages. */
  unread: number;
  /** The message below the 'New' line, how many are new from there on, and its time; null for none. */
  firstUnread: { id: string; seq: number; count: number; at: number } | null;
  /** Jumps to the oldest unread message: call `jumpTo`. */
  onJumpToUnread?: (() => void) | undefined;
  ref?: Ref<TimelineHandle>;
}
