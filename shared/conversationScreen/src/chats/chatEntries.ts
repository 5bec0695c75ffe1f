// The entries of the chat list: selection, order and content.
import { isArchived } from '@amber/client/archived';
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

/** Returns the entries of the chat list: pinned ones first, then by the time of the last activity. */
export function chatEntries(
  conversations: readonly ConversationRow[],
  { me, drafts }: ChatEntriesOptions,
): ChatEntry[] {
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
export function filterEntries(entries: readonly ChatEntry[], typed: string): ChatEntry[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return entries.filter(({ name, originalName }) =>
    [name, originalName].some((candidate) => candidate.toLocaleLowerCase().includes(wanted)),
  );
}
