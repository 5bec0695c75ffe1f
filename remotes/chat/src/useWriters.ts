// The names of those who wrote the last messages of groups.
import { useLive } from '@amber/client/live';
import type { ConversationRow } from '@amber/client/rows';
import { memberName } from '@amber/conversation-screen/useMembers';
import { personName } from '@amber/ui/personName';
import { useEffect, useMemo, useState } from 'react';

type Writer = [conversationId: string, identifier: string];

/** Returns the names by conversation. The gateway is asked for people whom this device does not know. */
export function useWriters(conversations: readonly ConversationRow[], me: string): ReadonlyMap<string, string> {
  const writers = useMemo(
    () =>
      conversations.flatMap(({ conversionId, type, spaceId, last }): Writer[] =>
        type === 'group' && !spaceId && last?.sender && last.sender !== me ? [[conversionId, last.sender]] : [],
      ),
    [conversations, me],
  );
  const [requested] = useState(() => new Set<string>());
  const key = writers.join();
  const live = useLive(async (db) => ({ writers, members: await db.members.bulkGet(writers) }), [key]);
  const found = live.status === 'ready' ? live.rows : undefined;
  useEffect(() => {
    const unknown = found?.writers.filter((_, index) => !found.members[index]) ?? [];
    if (unknown.length > 0)
      void import(/* webpackChunkName: "dialogs" */ './requestWriters.ts').then(({ requestWriters }) =>
        requestWriters(unknown, requested),
      );
  }, [found, requested]);
  return useMemo(
    () =>
      new Map(
        found?.members.flatMap((member) => (member ? [[member.conversionId, personName(memberName(member))]] : [])),
      ),
    [found],
  );
}
