// A person's relation to me, live from this device's database.
import { applyStatus } from '@amber/client/applies';
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import type { Contact } from '@amber/proto';

export interface Standing {
  status: 'ready';
  isMe: boolean;
  contact: Contact['status'];
  /** My own name for that person; empty when there is none. */
  remarkName: string;
  /** Who is waiting for the other's answer. */
  waits: 'me' | 'them' | null;
}

/** 'loading' until the rows have been read; rows that cannot be read count as missing. */
export function useStanding(identifier: string): Standing | { status: 'loading' } {
  const me = useSession()?.identifier ?? '';
  const live = useLive(
    async (db) => {
      const [contact, mine, theirs] = await Promise.all([
        db.contacts.get(identifier),
        db.applies.get(`${me}/${identifier}`),
        db.applies.get(`${identifier}/${me}`),
      ]);
      const now = Date.now();
      const isOpen = (apply: typeof mine) => apply !== undefined && applyStatus(apply, now) === 'applying';
      return { contact, isAsked: isOpen(mine), asksMe: isOpen(theirs) };
    },
    [identifier, me],
  );
  if (live.status === 'loading') return { status: 'loading' };
  const { contact, isAsked, asksMe } =
    live.status === 'ready' ? live.rows : { contact: undefined, isAsked: false, asksMe: false };
  return {
    status: 'ready',
    isMe: identifier === me,
    contact: contact?.status ?? 'delete',
    remarkName: contact?.remarkName ?? '',
    waits: asksMe ? 'them' : isAsked ? 'me' : null,
  };
}
