// What the tasks of a campaign can point to.
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';

interface Choice {
  value: string;
  label: string;
}

export type Targets = Record<'joinSpace' | 'say' | 'follow', readonly Choice[]>;

/** What this device knows of: an operator is in the spaces and rooms of the campaign. */
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
        .map(({ identifier, lastName, remarkName }) => ({ value: identifier, label: remarkName || lastName })),
    };
  }, []);
  const none = { joinSpace: [], say: [], follow: [] };
  const found = live.status === 'ready' ? live.rows : none;
  return me ? { ...found, follow: [{ value: me.identifier, label: me.lastName }, ...found.follow] } : found;
}

/** What a target is called; empty where this device does not know it. */
export const targetName = (targets: Targets, kind: string, target: string): string =>
  (kind in targets ? targets[kind as keyof Targets] : []).find(({ value }) => value === target)?.label ?? '';
