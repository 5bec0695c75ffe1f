// A person's contacts, their remark names, and blocks.
import type { Contact, ContactLimit, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkOptionalName } from '../../core/checks.ts';
import { type Applies, createApplies } from './applies.ts';
import { createPairs, type Pair } from './pairs.ts';
import { selectContacts } from './selectContacts.ts';
import { pairKeyOf } from '../../core/identifiers.ts';
import type { Notices } from '../../messages/push/notices.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface ContactPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  notices: Notices;
}

export function createContacts({ db, notices, clock, limits }: ContactPorts) {
  const pairs = createPairs({ db, notices, clock });
  const applies: Applies = createApplies({ db, pairs, clock, limits });

  /**
   * Runs `work`, and notifies my devices if it reports a change. Returns the other person as they are listed for me
   * now.
   */
  const changeOwnSide = (me: string, other: string, work: (pair: Pair) => Promise<boolean>): Promise<Input<Contact>> =>
    pairs.change(me, other, async (pair) => {
      if (await work(pair)) await pair.notifyContact('me');
      return pair.contactOf('me');
    });

  /** Locks the two people's private chat, so that a message in flight is checked either before or after this change. */
  const lockPrivateChat = async ({ tx, me, other }: Pair): Promise<string> =>
    (
      await tx
        .selectFrom('conversation')
        .select('id')
        .where('pair', '=', pairKeyOf(me, other))
        .forUpdate()
        .executeTakeFirst()
    )?.id ?? '';

  return {
    applies,

    /**
     * Contacts changed since a time in milliseconds, the latest change last. People who were never added or blocked are
     * in no list.
     */
    listOf: (me: string, since: number): Promise<Input<Contact>[]> =>
      selectContacts(db, me)
        .where('c.updated_at', '>', since)
        .orderBy('c.updated_at')
        .orderBy('p.identifier')
        .execute(),

    /** One person as they are listed for me. @throws Fault NO_AUTH when there is no such person. */
    async detail(me: string, other: string): Promise<Input<Contact>> {
      const found = await selectContacts(db, me).where('p.identifier', '=', other).executeTakeFirst();
      if (!found) throw new Fault('NO_AUTH');
      return found;
    },

    /** Sets my remark name for a person, contact or not. @throws Fault BAD_NAME, BAD_REQUEST, NO_AUTH. */
    setRemark(me: string, other: string, text: string): Promise<Input<Contact>> {
      const remark = checkOptionalName(text, limits.nameMax);
      return changeOwnSide(me, other, async (pair) => {
        if ((await pair.contactOf('me')).remarkName === remark) return false;
        await pair.writeSide('me', { remark });
        return true;
      });
    },

    /** Removes the two people from each other's contacts; their chat stays. @throws Fault BAD_REQUEST, NO_AUTH. */
    remove: (me: string, other: string): Promise<Input<Contact>> =>
      pairs.change(me, other, async (pair) => {
        const { numUpdatedRows } = await pair.tx
          .updateTable('contact')
          .set({ is_contact: false, updated_at: pair.now })
          .where('is_contact', '=', true)
          .where((where) =>
            where.or([
              where.and([where('identifier', '=', me), where('other', '=', other)]),
              where.and([where('identifier', '=', other), where('other', '=', me)]),
            ]),
          )
          .executeTakeFirst();
        if (numUpdatedRows > 0n) {
          await applies.deleteRequests(pair);
          for (const side of ['me', 'other'] as const) await pair.notifyContact(side);
          await pair.notifyDeleted(await lockPrivateChat(pair));
        }
        return pair.contactOf('me');
      }),

    /** Blocks the other person's messages, calls and requests, silently. @throws Fault BAD_REQUEST, NO_AUTH. */
    block: (me: string, other: string): Promise<Input<Contact>> =>
      changeOwnSide(me, other, async (pair) => {
        await lockPrivateChat(pair);
        const { numInsertedOrUpdatedRows } = await pair.tx
          .insertInto('block')
          .values({ identifier: me, blocked: other })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return false;
        await pair.writeSide('me', {});
        await applies.closeRequests(pair);
        return true;
      }),

    /** Unblocks the other person, who is a contact again if they were one. @throws Fault BAD_REQUEST, NO_AUTH. */
    unblock: (me: string, other: string): Promise<Input<Contact>> =>
      changeOwnSide(me, other, async (pair) => {
        const { numDeletedRows } = await pair.tx
          .deleteFrom('block')
          .where('identifier', '=', me)
          .where('blocked', '=', other)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await pair.writeSide('me', {});
        await pair.notifyDevices();
        return true;
      }),

    async limitOf(me: string): Promise<Input<ContactLimit>> {
      return db
        .selectFrom('person')
        .select(['apply_limit as apply', 'message_limit as message'])
        .where('identifier', '=', me)
        .executeTakeFirstOrThrow();
    },

    /** Sets who may send this person requests and messages. @throws Fault BAD_REQUEST for values of a newer version. */
    async setLimit(me: string, { apply, message }: ContactLimit): Promise<void> {
      if (typeof apply !== 'string' || typeof message !== 'string') throw new Fault('BAD_REQUEST');
      await db
        .updateTable('person')
        .set({ apply_limit: apply, message_limit: message })
        .where('identifier', '=', me)
        .execute();
    },
  };
}
