// The rows of the chat list: which, in what order, and what each says.
import type { ConversationRow, DraftRow } from '@amber/client/db';
import { plainText } from '@amber/conversation/plainText';
import { conversationFace, type Face } from '../kit/conversationFace.ts';
import { words } from '../words/gen/screen.ts';

export interface ChatEntry extends Face {
  /** The name, then the unread in words. */
  label: string;
  at: number;
  preview: string;
  /** The preview is an AI's words. */
  isByAi: boolean;
  draft: string;
  unread: number;
  isPinned: boolean;
  isMuted: boolean;
}

interface Reading {
  me: string;
  drafts: readonly DraftRow[];
}

const isListed = ({ status, spaceId }: ConversationRow): boolean => status === 'normal' && spaceId === '';

/** A photo has no words that say what it is; a newer build may have written a kind that this one does not know. */
const previewLine = ({ preview, previewKind }: ConversationRow): string =>
  (previewKind && previewKind !== 'ai' && words.previews[previewKind]) || plainText(preview);

/** Pinned ones first, then by the last thing that happened. */
export function chatEntries(conversations: readonly ConversationRow[], { me, drafts }: Reading): ChatEntry[] {
  const draftOf = new Map(drafts.map(({ conversationId, text }) => [conversationId, text.trim()]));
  return conversations
    .filter(isListed)
    .map((conversation) => {
      const face = conversationFace(conversation, me);
      return {
        ...face,
        label: words.unread({
          name: face.isAi ? words.ofAi({ name: face.name }) : face.name,
          count: conversation.unread,
        }),
        at: conversation.sortTime,
        preview: previewLine(conversation),
        isByAi: conversation.previewKind === 'ai',
        draft: draftOf.get(conversation.conversionId) ?? '',
        unread: conversation.unread,
        isPinned: conversation.userSetting?.isTop ?? false,
        isMuted: conversation.userSetting?.noDisturb ?? false,
      };
    })
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.at - a.at);
}

/** The entries whose name, or the name behind it, holds what was typed. */
export function matching(entries: readonly ChatEntry[], typed: string): ChatEntry[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return entries.filter(({ name, ownName }) =>
    [name, ownName].some((called) => called.toLocaleLowerCase().includes(wanted)),
  );
}
