// The times since which this device requests the changes of its contacts and of its conversations with bots.
import type { AccountDb } from '@amber/client/db';
import type { InitRequest } from '@amber/proto';
import { getIdentityRow } from '../keys/identityRows.ts';

/** Milliseconds: covers clock skew between gateways, and changes that are written during the request. */
const overlap = 60_000;
const withOverlap = (time: number): number => Math.max(0, time - overlap);

/** Returns 0 for what this device has nothing of. */
export async function knownTimes(db: AccountDb): Promise<Pick<InitRequest, 'conversationTime' | 'contactTime'>> {
  const contactTimes = (await db.contacts.toArray()).map(({ updateTime }) => updateTime);
  return {
    conversationTime: withOverlap((await getIdentityRow(db, 'bots'))?.at ?? 0),
    contactTime: withOverlap(Math.max(0, ...contactTimes)),
  };
}
