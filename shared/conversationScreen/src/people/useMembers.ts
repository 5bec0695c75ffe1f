// The people of a group: as this device knows them, brought up to date when the group is opened.
import type { ConversationRow, MemberRow } from '@amber/client/db';
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { limits } from '@amber/proto/limits';
import { useEffect, useMemo } from 'react';

type Group = Pick<ConversationRow, 'conversionId' | 'memberCount' | 'firstMembers'>;

export interface GroupMembers {
  /** Whom this device knows, who has left included. */
  known: readonly MemberRow[];
  /** Of those, who is in it now: the owner first, then by name. All of a small group. */
  members: readonly MemberRow[];
  /** The few who are listed in the group's details. */
  first: readonly MemberRow[];
  /** Of all. */
  count: number;
}

const none: readonly MemberRow[] = [];

/** Empty for a private chat, or while there is none. */
export function useMembers(group: Group | undefined, isGroup = true): GroupMembers {
  const conversationId = isGroup ? (group?.conversionId ?? '') : '';
  useEffect(() => {
    // Without an answer the members of the last time stand; a push or the next opening corrects them.
    if (conversationId) engine.refreshGroup({ conversationId }).catch(() => {});
  }, [conversationId]);
  const live = useLive(
    (db) => (conversationId ? db.members.where('conversionId').equals(conversationId).toArray() : Promise.resolve([])),
    [conversationId],
  );
  const known = live.status === 'ready' ? live.rows : none;
  const { memberCount, firstMembers } = group ?? {};
  return useMemo(() => {
    const members = known.filter(({ left }) => !left).toSorted(byRoleAndName);
    const count = memberCount ?? members.length;
    const isSmall = count <= limits.membersShown;
    return {
      known,
      members,
      first: isSmall ? members : previewMembers(members, firstMembers),
      count: isSmall ? members.length : count,
    };
  }, [known, memberCount, firstMembers]);
}

/** In the gateway's order: of a large group this device knows some, and who of them would be the first it cannot tell. */
function previewMembers(members: readonly MemberRow[], order: readonly string[] = []): MemberRow[] {
  const byIdentifier = new Map(members.map((member) => [member.identifier, member]));
  const found = order.flatMap((identifier) => byIdentifier.get(identifier) ?? []);
  return (found.length > 0 ? found.toSorted(byRole) : members).slice(0, limits.membersShown);
}

const byRole = (a: MemberRow, b: MemberRow): number => Number(b.role === 'owner') - Number(a.role === 'owner');
const byRoleAndName = (a: MemberRow, b: MemberRow): number =>
  byRole(a, b) || memberName(a).localeCompare(memberName(b));

/** What I call somebody in a group: my remark, else the nickname there, else the own name. */
export const memberName = ({
  remarkName,
  groupNickname,
  lastName,
}: Pick<MemberRow, 'remarkName' | 'groupNickname' | 'lastName'>): string => remarkName || groupNickname || lastName;
