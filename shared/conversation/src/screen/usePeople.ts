// How everybody in a conversation is called: by remark, else nickname, else name; and whom a text can mention.
import type { ConversationRow } from '@amber/client/db';
import { useSession } from '@amber/client/session';
import type { Mentionable, Person } from '../person.ts';
import { useMemo } from 'react';
import { nameOf, useMembers } from './details/useMembers.ts';

interface People {
  people: ReadonlyMap<string, Person>;
  /** Absent in a private chat, where the other one is meant anyway. */
  mentionable: readonly Mentionable[] | undefined;
  /** I own this group. */
  isOwner: boolean;
}

/** Those of a private chat come with it, those of a group from its members. */
export function usePeople(conversation: ConversationRow): People {
  const me = useSession();
  const isGroup = conversation.type === 'group';
  const members = useMembers(conversation.conversionId, isGroup);
  const people = useMemo(() => new Map<string, Person>([
    ...conversation.userInfo.map(({ identifier, lastName, avatar }) =>
      [identifier, { name: conversation.remarkName || lastName, avatar, alsoCalled: [lastName] }] as const),
    ...(me ? [[me.identifier, { name: me.lastName, avatar: me.avatar }] as const] : []),
    ...members.map((member) => [
      member.identifier,
      { name: nameOf(member), avatar: member.avatar, alsoCalled: [member.groupNickname, member.lastName].filter(Boolean) },
    ] as const),
  ]), [conversation.userInfo, conversation.remarkName, me, members]);
  const mentionable = useMemo(
    () => members.filter(({ identifier }) => identifier !== me?.identifier)
      .map(({ identifier, groupNickname, lastName, remarkName, avatar }) =>
        ({ identifier, name: groupNickname || lastName, avatar, ...(remarkName && { remark: remarkName }) })),
    [members, me],
  );
  const isOwner = members.some(({ identifier, role }) => identifier === me?.identifier && role === 'owner');
  return { people, mentionable: isGroup ? mentionable : undefined, isOwner };
}
