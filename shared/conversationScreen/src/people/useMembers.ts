// The members of a group as this device knows them, refreshed when the group is opened.
import type { ConversationRow, MemberRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { limits } from '@amber/proto/limits';
import { useEffect, useMemo } from 'react';

type Group = Pick<ConversationRow, 'conversionId' | 'memberCount' | 'firstMembers'>;

export interface GroupMembers {
  /** The people whom this device knows, including former members. */
  known: readonly MemberRow[];
  /** The current members among them: the owner first, then by name. Complete for a small group. */
  members: readonly MemberRow[];
  /** The members that the group's details list. */
  first: readonly MemberRow[];
  /** The total number of members. */
  count: number;
}

const none: readonly MemberRow[] = [];

/** Returns no members for a private chat or while there is no group. */
export function useMembers(group: Group | undefined, isGroup = true): GroupMembers {
  const conversationId = isGroup ? (group?.conversionId ?? '') : '';
  useEffect(() => {
    // If the refresh fails, the stored members remain; a push or the next opening corrects them.
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

/**
 * The gateway decides the order, because this device knows only some members of a large group and cannot tell which are
 * the first.
 */
function previewMembers(members: readonly MemberRow[], order: readonly string[] = []): MemberRow[] {
  const byIdentifier = new Map(members.map((member) => [member.identifier, member]));
  const found = order.flatMap((identifier) => byIdentifier.get(identifier) ?? []);
  return (found.length > 0 ? found.toSorted(byRole) : members).slice(0, limits.membersShown);
}

const byRole = (a: MemberRow, b: MemberRow): number => Number(b.role === 'owner') - Number(a.role === 'owner');
const byRoleAndName = (a: MemberRow, b: MemberRow): number =>
  byRole(a, b) || memberName(a).localeCompare(memberName(b));

/** Returns the display name of a member: the user's remark, else the nickname in the group, else their own name. */
export const memberName = ({
  remarkName,
  groupNickname,
  lastName,
}: Pick<MemberRow, 'remarkName' | 'groupNickname' | 'lastName'>): string => remarkName || groupNickname || lastName;
