// The name and picture of a conversation.
import { conversationAvatar, conversationName } from '@amber/client/conversationName';
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { personName } from '@amber/ui/personName';
import { botName } from './botName.ts';
import { words } from '../words/gen/screen.ts';

export interface ConversationProfile {
  /** The conversation's id. */
  id: string;
  /** The space id of a room; empty for a chat. */
  spaceId: string;
  /** Selects the colour behind the initials. */
  identifier: string;
  name: string;
  /** The original name behind the user's remark; empty if there is no remark. */
  originalName: string;
  avatar: string;
  /** Whether the other side is a bot. */
  isBot: boolean;
}

/**
 * Returns the profile. A private chat has the user's remark for the other person, else that person's name; a group has
 * its own name.
 */
export function conversationProfile(conversation: ConversationRow, me: string): ConversationProfile {
  const other = conversation.type !== 'group' ? otherPerson(conversation, me) : undefined;
  const isBot = conversation.type === 'robot';
  const name = conversationName(conversation, me) || words.someone;
  return {
    id: conversation.conversionId,
    spaceId: conversation.spaceId,
    identifier: other?.identifier ?? conversation.conversionId,
    name: isBot ? botName(name) : personName(name),
    originalName: (other && conversation.remarkName && personName(other.lastName)) || '',
    avatar: conversationAvatar(conversation, me),
    isBot,
  };
}
