// Changes to the relation of two people: they are serialized, and both people's devices are notified after the commit.
import type { ContactApply_Status } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { NoticeCommandId } from '@amber/proto/systemCommands';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { Transaction } from '../../db/store.ts';
import type { Notices } from '../../messages/push/notices.ts';
import { selectContacts } from './selectContacts.ts';

interface PairPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  notices: Notices;
}

export type Pair = ReturnType<typeof createPair>;

/** Two people in a transaction; the acting one is `me`. `afterCommit` collects what pushes the notices. */
function createPair(tx: Transaction, { me, other, now }: { me: string; other: string; now: number }, notices: Notices) {
  const afterCommit: (() => void)[] = [];
  const sides = { me: { of: me, about: other }, other: { of: other, about: me } };
  type Side = keyof typeof sides;

  /** How the person on one side has the other one listed. */
  const contactOf = (side: Side) =>
    selectContacts(tx, sides[side].of).where('p.identifier', '=', sides[side].about).executeTakeFirstOrThrow();

  /** Notifies both people's devices of a command by the acting person. */
  const notifyBoth = async (cmdId: NoticeCommandId, more: { body: string; conversationId?: string }) => {
    afterCommit.push(await notices.addForAll(tx, [me, other], { type: 'command', cmdId, identifier: me, ...more }));
  };

  return {
    tx,
    me,
    other,
    now,
    afterCommit,
    contactOf,

    /** Writes one side of the relation. */
    async writeSide(side: Side, change: { is_contact?: boolean; remark?: string }): Promise<void> {
      const { of: identifier, about } = sides[side];
      await tx
        .insertInto('contact')
        .values({ identifier, other: about, ...change, updated_at: now })
        .onConflict((on) => on.columns(['identifier', 'other']).doUpdateSet({ ...change, updated_at: now }))
        .execute();
    },

    /** Notifies this side's devices of how the other person is now listed. */
    async notifyContact(side: Side): Promise<void> {
      const { of: identifier, about } = sides[side];
      const body = JSON.stringify({ contacts: [await contactOf(side)] });
      afterCommit.push(await notices.add(tx, identifier, { type: 'contactChange', identifier: about, body }));
    },

    /**
     * Notifies my devices that what they know of the other person's devices is outdated: changes are not announced to
     * people who have blocked each other. The other person is not notified, because nobody learns of a block.
     */
    async notifyDevices(): Promise<void> {
      afterCommit.push(
        await notices.add(tx, me, { type: 'command', cmdId: 'userDeviceChange', identifier: other, body: '{}' }),
      );
    },

    /** Notifies both people's devices that a request between them changed. */
    notifyApply: (status: ContactApply_Status): Promise<void> =>
      notifyBoth('addFriend', { body: JSON.stringify({ status }) }),

    /** Notifies both people's devices that they are no longer contacts. */
    notifyDeleted: (conversationId: string): Promise<void> =>
      notifyBoth('contactDelete', { conversationId, body: '{}' }),
  };
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
        const pair = createPair(tx, { me, other, now }, notices);
        return { result: await work(pair), afterCommit: pair.afterCommit };
      });
      for (const emit of afterCommit) emit();
      return result;
    },
  };
}
