// The entries of the chat list: selection, order and content.
import { isArchived } from '@amber/client/archived';
import { type Delivery, deliveryOf } from '@amber/client/messageState';
import type { ConversationRow, DraftRow } from '@amber/client/rows';
import { formatDuration } from '@amber/words/formats';
import { stripMarkdown } from '@amber/conversation/stripMarkdown';
import { conversationProfile, type ConversationProfile } from '../kit/conversationProfile.ts';
import { words } from '../words/gen/screen.ts';

export interface ChatEntry extends ConversationProfile {
  /** The accessible name: the chat's name and the numbers of unread messages and of mentions. */
  label: string;
  at: number;
  preview: string;
  /** Who wrote the last message: the user themselves, or in a group its author; empty if the list does not say it. */
  writer: string;
  /** How far the user's own last message has come; in a group only until it is sent. */
  delivery: Delivery | undefined;
  /** Whether the preview is an answer of a bot. */
  isByBot: boolean;
  draft: string;
  /** A chat that is marked as unread counts as one. */
  unread: number;
  /** Whether it is marked as unread, and no message is. */
  isMarked: boolean;
  /** The number of unread messages that mention the user. */
  mentions: number;
  isPinned: boolean;
  isMuted: boolean;
  isArchived: boolean;
}

interface ChatEntriesOptions {
  me: string;
  drafts: readonly DraftRow[];
  /** The names of those who wrote the last messages of groups, by conversation. */
  writers?: ReadonlyMap<string, string>;
}

const isListed = ({ status, spaceId }: ConversationRow): boolean => status === 'normal' && spaceId === '';

/**
 * A photo has no text, so its preview names the kind; a newer build may have written a kind that this one does not
 * know.
 */
function previewLine({ preview, previewKind, previewDuration = 0 }: ConversationRow): string {
  if (previewKind === 'voice') return words.previews.voice({ length: formatDuration(previewDuration) });
  return (previewKind && previewKind !== 'ai' && words.previews[previewKind]) || stripMarkdown(preview);
}

/** Returns who wrote the last message, and how far an own one has come. Nobody is named for a message without its text. */
function lastMessageOf(
  { conversionId, type, last, previewKind, peerReadSeq, peerDeliveredSeq }: ConversationRow,
  { me, writers }: ChatEntriesOptions,
): Pick<ChatEntry, 'writer' | 'delivery'> {
  if (!last || previewKind === 'withdrawn' || previewKind === 'notAccepted') return { writer: '', delivery: undefined };
  if (last.sender !== me) {
    const author = last.sender ? (writers?.get(conversionId) ?? '') : words.anonymous;
    return { writer: type === 'group' ? author : '', delivery: undefined };
  }
  const delivery = deliveryOf(last, { readSeq: peerReadSeq, deliveredSeq: peerDeliveredSeq });
  return { writer: words.me, delivery: type === 'private' || last.loading || last.error ? delivery : undefined };
}

/** Returns the entries of the chat list: pinned ones first, then by the time of the last activity. */
export function chatEntries(conversations: readonly ConversationRow[], options: ChatEntriesOptions): ChatEntry[] {
  const { me, drafts } = options;
  const draftOf = new Map(drafts.map(({ conversationId, text }) => [conversationId, text.trim()]));
  return conversations
    .filter(isListed)
    .map((conversation) => {
      const profile = conversationProfile(conversation, me);
      const { unread, mentions, userSetting } = conversation;
      const isMarked = unread === 0 && !!userSetting?.markedUnread;
      const name = profile.isBot ? words.ofAi({ name: profile.name }) : profile.name;
      return {
        ...profile,
        label: isMarked ? words.markedUnread({ name }) : words.unread({ name, count: unread, mentions }),
        at: conversation.sortTime,
        preview: previewLine(conversation),
        ...lastMessageOf(conversation, options),
        isByBot: conversation.previewKind === 'ai',
        draft: draftOf.get(conversation.conversionId) ?? '',
        unread: unread || Number(isMarked),
        isMarked,
        mentions,
        isPinned: userSetting?.isTop ?? false,
        isMuted: userSetting?.noDisturb ?? false,
        isArchived: isArchived(conversation),
      };
    })
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.at - a.at);
}

/** Returns the entries whose name, or original name behind a remark, contains the text that was typed. */
export function filterEntries<Entry extends Pick<ChatEntry, 'name' | 'originalName'>>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return entries.filter(({ name, originalName }) =>
    [name, originalName].some((candidate) => candidate.toLocaleLowerCase().includes(wanted)),
  );
}
