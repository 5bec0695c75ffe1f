// Builds a notification's text from messages that this device has decrypted and accepted.
import { conversationName } from '@amber/client/conversationName';
import { type ConversationRow, isSealedChat, type MessageRow } from '@amber/client/db';
import { accountDb } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { ChatNotification } from '../../sw/messages.ts';
import { type AlertSettings, alertSettings, mayNotify } from '../kit/alertSettings.ts';
import { formatDuration } from '@amber/words/formats';
import { words as settingsWords } from '../words/gen/settings.ts';

/** The conversation's preview, because the text of a photo does not describe it. */
export type Preview = Pick<ConversationRow, 'preview' | 'previewKind' | 'previewDuration'>;

const words = settingsWords.notifications;
const bodyMax = 240;

function previewText({ preview, previewKind, previewDuration = 0 }: Preview): string {
  if (previewKind === 'image') return words.photo;
  if (previewKind === 'video') return words.video;
  if (previewKind === 'voice') return words.voice({ length: formatDuration(previewDuration) });
  const hasText = previewKind === undefined || previewKind === 'ai';
  return hasText ? preview.replace(/\s+/g, ' ').trim().slice(0, bodyMax) : '';
}

export const conversationPath = ({ conversionId: cid, spaceId: sid, type }: ConversationRow): string =>
  type === 'robot' ? paths.bot({ cid }) : paths.conversation({ cid, sid });

interface NotificationInput extends Preview {
  conversation: ConversationRow;
  message: MessageRow;
  me: string;
  /** The sender's name as this person sees it, in a group. */
  sender: string;
}

/**
 * Returns null if the message must not notify. The text of encrypted chats is shown only if this person enabled it
 * here.
 */
export function chatNotification(
  input: NotificationInput,
  device: AlertSettings = alertSettings(),
): ChatNotification | null {
  const { conversation, message, me, sender } = input;
  if (!mayNotify(conversation, message.mention === 1, device)) return null;
  const isSealed = isSealedChat(conversation, me) || message.content.encrypted;
  const isShown = isSealed ? device.sealedText : device.text;
  const name = conversationName(conversation, me) || words.unnamed;
  const body = (isShown && previewText(input)) || words.newMessage;
  return {
    conversation: conversation.conversionId,
    path: conversationPath(conversation),
    seq: message.seq,
    // The author is marked as an AI even if the text is hidden.
    title: message.content.type === 'ai' ? words.byAi({ name }) : name,
    body: conversation.type === 'group' && sender ? `${sender}: ${body}` : body,
    count: conversation.unread,
  };
}

/** Returns the display name of a message's sender; empty for an anonymous one. */
export async function senderOf(conversationId: string, identifier: string): Promise<string> {
  const db = accountDb();
  if (!db || !identifier) return '';
  const [contact, member] = [await db.contacts.get(identifier), await db.members.get([conversationId, identifier])];
  return contact?.remarkName || member?.groupNickname || member?.lastName || '';
}
