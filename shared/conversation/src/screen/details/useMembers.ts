// The members of a group: as this device knows them, brought up to date when the group is opened.
import type { MemberRow } from '@amber/client/db';
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { useEffect } from 'react';

const none: readonly MemberRow[] = [];

/** The owner first, then by name. Empty for a private chat. */
export function useMembers(conversationId: string, isGroup: boolean): readonly MemberRow[] {
  useEffect(() => {
    // Without an answer the members of the last time stand; a push or the next opening corrects them.
    if (isGroup) engine.refreshGroup({ conversationId }).catch(() => {});
  }, [conversationId, isGroup]);
  const live = useLive(
    (db) => (isGroup ? db.members.where('conversionId').equals(conversationId).toArray() : Promise.resolve([])),
    [conversationId, isGroup],
  );
  return live.status === 'ready' ? live.rows.toSorted(byRoleAndName) : none;
}

const byRoleAndName = (a: MemberRow, b: MemberRow): number =>
  Number(b.role === 'owner') - Number(a.role === 'owner') || nameOf(a).localeCompare(nameOf(b));

/** What I call somebody in a group: my remark, else the nickname there, else the own name. */
export const nameOf = ({ remarkName, groupNickname, lastName }: Pick<MemberRow, 'remarkName' | 'groupNickname' | 'lastName'>): string =>
  remarkName || groupNickname || lastName;
