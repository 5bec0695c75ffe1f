// The display names in a conversation (remark, else nickname, else name), and the people whom a text can mention.
import type { ConversationRow, MemberRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { useSession } from '@amber/client/session';
import type { Mentionable, MentionableSource, Person } from '@amber/conversation/person';
import { personName } from '@amber/ui/personName';
import { useMemo } from 'react';
import { botName } from '../kit/botName.ts';
import { memberName, useMembers } from './useMembers.ts';

interface ConversationPeople {
  people: ReadonlyMap<string, Person>;
  /** The mentionable people whom this device knows; absent in a private chat, where a mention has no use. */
  mentionable: readonly Mentionable[] | undefined;
  /** Searches for the other members; absent if there are none. */
  mentionableSource: MentionableSource | undefined;
  /** Whether the user owns this group. */
  isOwner: boolean;
}

const toMentionable = ({ identifier, groupNickname, lastName, remarkName, avatar }: MemberRow): Mentionable => ({
  identifier,
  name: groupNickname || lastName,
  avatar,
  ...(remarkName && { remark: remarkName }),
});

/**
 * Returns the people of a conversation. Those of a private chat are in its row, those of a group are its members,
 * including former ones, who have written messages.
 */
export function usePeople(conversation: ConversationRow): ConversationPeople {
  const me = useSession();
  const isGroup = conversation.type === 'group';
  const { conversionId: conversationId } = conversation;
  const { known, members, count } = useMembers(conversation, isGroup);
  const people = useMemo(
    () =>
      new Map<string, Person>([
        ...conversation.userInfo.map(({ identifier, lastName, avatar }) => {
          const name = conversation.type === 'robot' ? botName(lastName) : personName(lastName);
          return [identifier, { name: conversation.remarkName || name, avatar, aliases: [lastName] }] as const;
        }),
        ...(me ? [[me.identifier, { name: me.lastName, avatar: me.avatar }] as const] : []),
        ...known
          .filter((member) => memberName(member) !== '')
          .map(
            (member) =>
              [
                member.identifier,
                {
                  name: personName(memberName(member)),
                  avatar: member.avatar,
                  aliases: [member.groupNickname, member.lastName].filter(Boolean),
                },
              ] as const,
          ),
      ]),
    [conversation.userInfo, conversation.remarkName, conversation.type, me, known],
  );
  const mentionable = useMemo(
    () => members.filter(({ identifier }) => identifier !== me?.identifier).map(toMentionable),
    [members, me],
  );
  const hasMoreMembers = isGroup && count > members.length;
  const mentionableSource = useMemo<MentionableSource | undefined>(
    () =>
      hasMoreMembers
        ? {
            find: async (word) =>
              (await engine.members({ conversationId, word, after: '' })).members
                .map(toMentionable)
                .filter(({ identifier }) => identifier !== me?.identifier),
            // The person is stored, because the draft that mentions them may be sent much later.
            storePerson: (identifier) =>
              void engine.askMembers({ conversationId, identifiers: [identifier] }).catch(() => {}),
          }
        : undefined,
    [hasMoreMembers, conversationId, me],
  );
  const isOwner = known.some(({ identifier, role }) => identifier === me?.identifier && role === 'owner');
  return { people, mentionable: isGroup ? mentionable : undefined, mentionableSource, isOwner };
}
