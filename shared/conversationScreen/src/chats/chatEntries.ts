// The rows of the chat list: which, in what order, and what each says.
import type { ConversationRow, DraftRow } from '@amber/client/db';
import { stripMarkdown } from '@amber/conversation/stripMarkdown';
import { conversationProfile, type ConversationProfile } from '../kit/conversationProfile.ts';
import { words } from '../words/gen/screen.ts';

export interface ChatEntry extends ConversationProfile {
  /** The name, then the unread in words. */
  label: string;
  at: number;
  preview: string;
  /** The preview is an AI's words. */
  isByBot: boolean;
  draft: string;
  unread: number;
  isPinned: boolean;
  isMuted: boolean;
}

interface ChatEntriesOptions {
  me: string;
  drafts: readonly DraftRow[];
}

const isListed = ({ status, spaceId }: ConversationRow): boolean => status === 'normal' && spaceId === '';

/** A photo has no words that say what it is; a newer build may have written a kind that this one does not know. */
const previewLine = ({ preview, previewKind }: ConversationRow): string =>
  (previewKind && previewKind !== 'ai' && words.previews[previewKind]) || stripMarkdown(preview);

/** Pinned ones first, then by the last thing that happened. */
export function chatEntries(
  conversations: readonly ConversationRow[],
  { me, drafts }: ChatEntriesOptions,
): ChatEntry[] {
  const draftOf = new Map(drafts.map(({ conversationId, text }) => [conversationId, text.trim()]));
  return conversations
    .filter(isListed)
    .map((conversation) => {
      const profile = conversationProfile(conversation, me);
      return {
        ...profile,
        label: words.unread({
          name: profile.isBot ? words.ofAi({ name: profile.name }) : profile.name,
          count: conversation.unread,
        }),
        at: conversation.sortTime,
        preview: previewLine(conversation),
        isByBot: conversation.previewKind === 'ai',
        draft: draftOf.get(conversation.conversionId) ?? '',
        unread: conversation.unread,
        isPinned: conversation.userSetting?.isTop ?? false,
        isMuted: conversation.userSetting?.noDisturb ?? false,
      };
    })
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.at - a.at);
}

/** The entries whose name, or the name behind it, holds what was typed. */
export function filterEntries(entries: readonly ChatEntry[], typed: string): ChatEntry[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return entries.filter(({ name, originalName: ownName }) =>
    [name, ownName].some((candidate) => candidate.toLocaleLowerCase().includes(wanted)),
  );
}
