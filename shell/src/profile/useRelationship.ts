// A person's relation to me, live from this device's database.
import { effectiveRequestStatus } from '@amber/client/contactRequests';
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import type { Contact } from '@amber/proto';

export interface Relationship {
  status: 'ready';
  isMe: boolean;
  contact: Contact['status'];
  /** My own name for that person; empty when there is none. */
  remarkName: string;
  /** The person whose contact request is pending. */
  requester: 'me' | 'them' | null;
}

/** 'loading' until the rows have been read; rows that cannot be read count as missing. */
export function useRelationship(identifier: string): Relationship | { status: 'loading' } {
  const me = useSession()?.identifier ?? '';
  const live = useLive(
    async (db) => {
      const [contact, mine, theirs] = await Promise.all([
        db.contacts.get(identifier),
        db.applies.get(`${me}/${identifier}`),
        db.applies.get(`${identifier}/${me}`),
      ]);
      const now = Date.now();
      const isOpen = (apply: typeof mine) => apply !== undefined && effectiveRequestStatus(apply, now) === 'applying';
      return { contact, hasRequested: isOpen(mine), asksMe: isOpen(theirs) };
    },
    [identifier, me],
  );
  if (live.status === 'loading') return { status: 'loading' };
  const { contact, hasRequested, asksMe } =
    live.status === 'ready' ? live.rows : { contact: undefined, hasRequested: false, asksMe: false };
  return {
    status: 'ready',
    isMe: identifier === me,
    contact: contact?.status ?? 'delete',
    remarkName: contact?.remarkName ?? '',
    requester: asksMe ? 'them' : hasRequested ? 'me' : null,
  };
}
