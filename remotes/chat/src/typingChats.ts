// The lines of the chat list that say who is typing.
import type { EngineEvent } from '@amber/client/bus';
import { accountDb } from '@amber/client/live';
import { formatNames } from '@amber/conversation/format';
import { memberName } from '@amber/conversation-screen/useMembers';
import { personName } from '@amber/ui/personName';
import { words } from './words/gen/typing.ts';

interface TypingChat {
  /** The names of those who are typing, by identifier. */
  people: Readonly<Record<string, string>>;
  line: string;
}

/** By conversation. */
export type TypingChats = Readonly<Record<string, TypingChat | undefined>>;

const maxNames = 2;

function lineOf(people: TypingChat['people']): string {
  const names = Object.values(people).filter(Boolean);
  return names.length > 0 ? words.typingIn({ names: formatNames(names, maxNames), count: names.length }) : words.typing;
}

function withTyping(
  chats: TypingChats,
  { conversationId, identifier, typing }: Extract<EngineEvent, { type: 'typing' }>,
  name: string,
): TypingChats {
  const { [identifier]: _, ...others } = chats[conversationId]?.people ?? {};
  const people = typing ? { ...others, [identifier]: name } : others;
  const isAnybody = Object.keys(people).length > 0;
  return { ...chats, [conversationId]: isAnybody ? { people, line: lineOf(people) } : undefined };
}

/** Applies the event. Groups have members, by whom the line names people; a private chat needs no name. */
export async function changeTyping(
  event: Extract<EngineEvent, { type: 'typing' }>,
  setChats: (change: (chats: TypingChats) => TypingChats) => void,
): Promise<void> {
  const member = await accountDb()?.members.get([event.conversationId, event.identifier]);
  setChats((chats) => withTyping(chats, event, member ? personName(memberName(member)) : ''));
}
