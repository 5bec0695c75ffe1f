// Contacts and requests from the local database.
import { effectiveRequestStatus } from '@amber/client/contactRequests';
import type { AccountRows, ApplyRow, ContactRow } from '@amber/client/rows';
import type { LiveResult } from '@amber/client/live';

export interface ContactData {
  contacts: ContactRow[];
  /** Requests, with the expiry checked when they were read. */
  applies: ApplyRow[];
}

export type LiveContactData = LiveResult<ContactData>;

export async function readContactData(db: AccountRows): Promise<ContactData> {
  const [contacts, applies] = await Promise.all([db.contacts.toArray(), db.applies.toArray()]);
  const now = Date.now();
  return { contacts, applies: applies.map((apply) => ({ ...apply, status: effectiveRequestStatus(apply, now) })) };
}

/** The number of pending received requests. */
export const countPendingRequests = ({ applies }: ContactData, me: string): number =>
  applies.filter(({ toIdentifier, status }) => toIdentifier === me && status === 'applying').length;

/** Whether my request to this person is pending. */
export const hasPendingRequest = ({ applies }: ContactData, me: string, identifier: string): boolean =>
  applies.some(
    ({ fromIdentifier, toIdentifier, status }) =>
      fromIdentifier === me && toIdentifier === identifier && status === 'applying',
  );
