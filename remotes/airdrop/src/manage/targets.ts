// The possible targets of a campaign's tasks.
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { personName } from '@amber/ui/personName';

interface Choice {
  value: string;
  label: string;
}

export type Targets = Record<'joinSpace' | 'say' | 'follow', readonly Choice[]>;

/** Reads the targets from this device: an operator is a member of the campaign's spaces and rooms. */
export function useTargets(): Targets {
  const me = useSession();
  const live = useLive(async (db) => {
    const [spaces, conversations, contacts] = await Promise.all([
      db.spaces.toArray(),
      db.conversations.toArray(),
      db.contacts.toArray(),
    ]);
    const nameOf = new Map(spaces.map(({ id, spaceName }) => [id, spaceName]));
    return {
      joinSpace: spaces.map(({ id, spaceName }) => ({ value: id, label: spaceName })),
      say: conversations
        .filter(({ spaceId, status }) => spaceId && status === 'normal')
        .map(({ conversionId, name, spaceId }) => ({
          value: conversionId,
          label: `${nameOf.get(spaceId) ?? ''} · ${name}`,
        })),
      follow: contacts
        .filter(({ status }) => status === 'normal')
        .map(({ identifier, lastName, remarkName }) => ({
          value: identifier,
          label: remarkName || personName(lastName),
        })),
    };
  }, []);
  const none = { joinSpace: [], say: [], follow: [] };
  const found = live.status === 'ready' ? live.rows : none;
  return me ? { ...found, follow: [{ value: me.identifier, label: me.lastName }, ...found.follow] } : found;
}

/** Returns a target's name; empty if this device does not have it. */
export const targetName = (targets: Targets, kind: string, target: string): string =>
  (kind in targets ? targets[kind as keyof Targets] : []).find(({ value }) => value === target)?.label ?? '';
