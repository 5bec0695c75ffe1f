// The name and the picture that a conversation goes by.
import { conversationName } from '@amber/client/conversationName';
import { type ConversationRow, otherPerson } from '@amber/client/db';
import { personName } from '@amber/ui/personName';
import { botName } from './botName.ts';
import { words } from '../words/gen/screen.ts';

export interface ConversationProfile {
  /** The conversation's id. */
  id: string;
  /** Of a room: its space's id; empty for a chat. */
  spaceId: string;
  /** Decides the colour behind the initials. */
  identifier: string;
  name: string;
  /** The name behind my remark; empty where I have none. */
  originalName: string;
  avatar: string;
  /** The other is a bot. */
  isBot: boolean;
}

/** In a private chat what I call the other, else the other's name; in a group its own. */
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
    avatar: other?.avatar ?? conversation.avatar,
    isBot,
  };
}
