// Changes to the relation of two people: they are serialized, and both people's devices are notified after the commit.
import type { ContactApply_Status } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Notices } from '../../messages/push/notices.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { selectContacts } from './selectContacts.ts';

interface PairPorts {
  db: Db;
  notices: Notices;
  clock: Clock;
}

/** Two people; the acting one is `me`. */
export interface Pair {
  tx: Transaction<Tables>;
  me: string;
  other: string;
  now: number;
  /** How the person on one side has the other one listed. */
  contactOf(
    side: 'me' | 'other',
  ): Promise<NonNullable<Awaited<ReturnType<ReturnType<typeof selectContacts>['executeTakeFirst']>>>>;
  /** Writes one side of the relation. */
  writeSide(side: 'me' | 'other', change: { is_contact?: boolean; remark?: string }): Promise<void>;
  /** Notifies this side's devices of how the other person is now listed. */
  notifyContact(side: 'me' | 'other'): Promise<void>;
  /** Notifies both people's devices that a request between them changed. */
  notifyApply(status: ContactApply_Status): Promise<void>;
  /** Notifies both people's devices that they are no longer contacts. */
  notifyDeleted(conversationId: string): Promise<void>;
}

export type Pairs = ReturnType<typeof createPairs>;

export function createPairs({ db, notices, clock }: PairPorts) {
  return {
    /**
     * Runs `work` while nothing else changes between the two people.
     * @throws Fault BAD_REQUEST for oneself, NO_AUTH when there is no such person; anything that `work` throws rolls
     * back.
     */
    async change<T>(me: string, other: string, work: (pair: Pair) => Promise<T>): Promise<T> {
      if (me === other) throw new Fault('BAD_REQUEST');
      const now = clock();
      const { result, afterCommit } = await db.transaction().execute(async (tx) => {
        if ((await notices.lock(tx, [me, other])).length !== 2) throw new Fault('NO_AUTH');
        const afterCommit: (() => void)[] = [];
        const sides = { me: { of: me, about: other }, other: { of: other, about: me } };
        const pair: Pair = {
          tx,
          me,
          other,
          now,
          contactOf: (side) =>
            selectContacts(tx, sides[side].of).where('p.identifier', '=', sides[side].about).executeTakeFirstOrThrow(),
          async writeSide(side, change) {
            const { of: identifier, about } = sides[side];
            await tx
              .insertInto('contact')
              .values({ identifier, other: about, ...change, updated_at: now })
              .onConflict((on) => on.columns(['identifier', 'other']).doUpdateSet({ ...change, updated_at: now }))
              .execute();
          },
          async notifyContact(side) {
            const { of: identifier, about } = sides[side];
            const body = JSON.stringify({ contacts: [await pair.contactOf(side)] });
            afterCommit.push(await notices.add(tx, identifier, { type: 'contactChange', identifier: about, body }));
          },
          async notifyApply(status) {
            afterCommit.push(
              await notices.addForAll(tx, [me, other], {
                type: 'command',
                cmdId: 'addFriend',
                identifier: me,
                body: JSON.stringify({ status }),
              }),
            );
          },
          async notifyDeleted(conversationId) {
            afterCommit.push(
              await notices.addForAll(tx, [me, other], {
                type: 'command',
                cmdId: 'contactDelete',
                conversationId,
                identifier: me,
                body: '{}',
              }),
            );
          },
        };
        return { result: await work(pair), afterCommit };
      });
      for (const emit of afterCommit) emit();
      return result;
    },
  };
}
