// Contacts and requests from the local database.
import { applyStatus } from '@amber/client/applies';
import type { AccountDb, ApplyRow, ContactRow } from '@amber/client/db';
import type { Live } from '@amber/client/live';

export interface Known {
  contacts: ContactRow[];
  /** With the expiry checked when they were read. */
  applies: ApplyRow[];
}

export type LiveKnown = Live<Known>;

export async function readKnown(db: AccountDb): Promise<Known> {
  const [contacts, applies] = await Promise.all([db.contacts.toArray(), db.applies.toArray()]);
  const now = Date.now();
  return { contacts, applies: applies.map((apply) => ({ ...apply, status: applyStatus(apply, now) })) };
}

/** The number of pending received requests. */
export const countWaiting = ({ applies }: Known, me: string): number =>
  applies.filter(({ toIdentifier, status }) => toIdentifier === me && status === 'applying').length;

/** Whether my request to this person is pending. */
export const isAsked = ({ applies }: Known, me: string, identifier: string): boolean =>
  applies.some(
    ({ fromIdentifier, toIdentifier, status }) =>
      fromIdentifier === me && toIdentifier === identifier && status === 'applying',
  );
