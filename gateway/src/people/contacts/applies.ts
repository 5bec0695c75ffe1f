// Contact requests and their answers.
import type { ContactApply, ContactApply_Status, ContactApplyOperateRequest_Operate, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { checkText } from '../../core/checks.ts';
import { createHourlyQuotas } from '../../db/hourlyQuotas.ts';
import type { Pair, Pairs } from './pairs.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface ApplyPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  pairs: Pairs;
}

const answers: Partial<Record<ContactApplyOperateRequest_Operate, 'agreed' | 'refused'>> = {
  agree: 'agreed',
  refuse: 'refused',
};

export type Applies = ReturnType<typeof createApplies>;

export function createApplies({ db, pairs, clock, limits }: ApplyPorts) {
  /** The status of a request; an unanswered request expires after `applyTtl`. */
  const effectiveStatus = (status: ContactApply_Status, appliedAt: number): ContactApply_Status =>
    status === 'applying' && appliedAt <= clock() - limits.applyTtl ? 'expired' : status;

  /** Selects one person's requests, newest first. */
  const appliesOf = (me: string) =>
    db
      .selectFrom('contact_apply as a')
      .innerJoin('person as p', (on) =>
        on.on((of) =>
          of(
            'p.identifier',
            '=',
            of
              .case()
              .when('a.from_identifier', '=', me)
              .then(of.ref('a.to_identifier'))
              .else(of.ref('a.from_identifier'))
              .end(),
          ),
        ),
      )
      .select([
        'a.from_identifier',
        'a.to_identifier',
        'a.message',
        'a.status',
        'a.applied_at',
        'a.updated_at',
        'p.identifier',
        'p.avatar',
        'p.last_name',
      ])
      .where((where) => where.or([where('a.from_identifier', '=', me), where('a.to_identifier', '=', me)]))
      .orderBy('a.updated_at', 'desc')
      .orderBy('p.identifier');

  const toWire = (row: Awaited<ReturnType<ReturnType<typeof appliesOf>['execute']>>[number]): Input<ContactApply> => ({
    fromIdentifier: row.from_identifier,
    toIdentifier: row.to_identifier,
    userInfo: { identifier: row.identifier, avatar: row.avatar, lastName: row.last_name },
    message: row.message,
    status: effectiveStatus(row.status, row.applied_at),
    applyTime: row.applied_at,
    updateTime: row.updated_at,
  });

  const findBetween = ({ tx }: Pair, from: string, to: string) =>
    tx
      .selectFrom('contact_apply')
      .select(['message', 'status', 'applied_at'])
      .where('from_identifier', '=', from)
      .where('to_identifier', '=', to)
      .executeTakeFirst();

  const setStatus = async ({ tx, now }: Pair, from: string, to: string, status: 'agreed' | 'refused') => {
    await tx
      .updateTable('contact_apply')
      .set({ status, updated_at: now })
      .where('from_identifier', '=', from)
      .where('to_identifier', '=', to)
      .execute();
  };

  /** Makes the two people each other's contacts. @throws Fault CONTACTS_FULL when either of them has too many. */
  async function makeContacts(pair: Pair): Promise<void> {
    const { tx, me, other } = pair;
    const full = await tx
      .selectFrom('contact')
      .select('identifier')
      .where('identifier', 'in', [me, other])
      .where('is_contact', '=', true)
      .groupBy('identifier')
      .having((of) => of.fn.countAll(), '>=', limits.contactsMax)
      .execute();
    if (full.length > 0) throw new Fault('CONTACTS_FULL');
    for (const side of ['me', 'other'] as const) await pair.writeSide(side, { is_contact: true });
    await setStatus(pair, me, other, 'agreed');
    await setStatus(pair, other, me, 'agreed');
    for (const side of ['me', 'other'] as const) await pair.notifyContact(side);
    await pair.notifyApply('agreed');
  }

  /** Whether the other person accepts requests from me. A block gives the same answer as accepting no requests. */
  async function mayApply({ tx, me, other }: Pair): Promise<boolean> {
    const { apply_limit, blocked, isKnown } = await tx
      .selectFrom('person')
      .select('apply_limit')
      .where('identifier', '=', other)
      .select((of) => [
        of
          .exists(of.selectFrom('block').select('blocked').where('identifier', '=', other).where('blocked', '=', me))
          .as('blocked'),
        of
          .exists(
            of
              .selectFrom('contact as theirs')
              .innerJoin('contact as mine', 'mine.other', 'theirs.other')
              .select('mine.other')
              .where('theirs.identifier', '=', other)
              .where('theirs.is_contact', '=', true)
              .where('mine.identifier', '=', me)
              .where('mine.is_contact', '=', true),
          )
          .as('isKnown'),
      ])
      .executeTakeFirstOrThrow();
    return !blocked && (apply_limit === 'everybody' || (apply_limit === 'contacts' && Boolean(isKnown)));
  }

  return {
    /** Requests that this person received and sent, newest first. */
    async listOf(me: string): Promise<Input<ContactApply>[]> {
      return (await appliesOf(me).limit(limits.appliesMax).execute()).map(toWire);
    },

    /** Requests between two people, newest first. */
    async findBetween(me: string, other: string): Promise<Input<ContactApply>[]> {
      return (await appliesOf(me).where('p.identifier', '=', other).execute()).map(toWire);
    },

    /**
     * Sends a request. Repeating it renews it; if the other person has already sent one, that one is accepted.
     * Repeating the same text within a day changes nothing.
     * @throws Fault APPLY_CLOSED when that person accepts no requests from me, YOU_BLOCKED, TOO_MANY, CONTACTS_FULL,
     * BAD_REQUEST, NO_AUTH.
     */
    apply(me: string, other: string, text: string): Promise<ContactApply_Status> {
      const message = text.trim() === '' ? '' : checkText(text, limits.applyMessageMax);
      return pairs.change(me, other, async (pair) => {
        const { tx, now } = pair;
        const { status } = await pair.contactOf('me');
        if (status === 'black') throw new Fault('YOU_BLOCKED');
        if (status === 'normal') return 'agreed';
        const theirs = await findBetween(pair, other, me);
        if (theirs && effectiveStatus(theirs.status, theirs.applied_at) === 'applying') {
          await makeContacts(pair);
          return 'agreed';
        }
        if (!(await mayApply(pair))) throw new Fault('APPLY_CLOSED');
        const mine = await findBetween(pair, me, other);
        if (mine?.status === 'applying' && mine.message === message && mine.applied_at > now - limits.applyCooldown)
          return 'applying';
        await createHourlyQuotas({ db: tx, clock }).enforce([
          { key: `apply/${me}/${other}`, limit: limits.appliesPerPersonPerHour },
          { key: `apply/${me}`, limit: limits.appliesPerHour },
        ]);
        const values = { message, status: 'applying' as const, applied_at: now, updated_at: now };
        await tx
          .insertInto('contact_apply')
          .values({ from_identifier: me, to_identifier: other, ...values })
          .onConflict((on) => on.columns(['from_identifier', 'to_identifier']).doUpdateSet(values))
          .execute();
        await pair.notifyApply('applying');
        return 'applying';
      });
    },

    /**
     * Answers a request from `from`. Repeating the same answer changes nothing.
     * @throws Fault APPLY_OVER when it is no longer open, CONTACTS_FULL, BAD_REQUEST, NO_AUTH.
     */
    async answerRequest(
      me: string,
      from: string,
      operate: ContactApplyOperateRequest_Operate,
    ): Promise<Input<ContactApply>> {
      const answer = answers[operate];
      if (!answer) throw new Fault('BAD_REQUEST');
      await pairs.change(me, from, async (pair) => {
        const found = await findBetween(pair, from, me);
        if (found?.status === answer) return;
        if (!found || effectiveStatus(found.status, found.applied_at) !== 'applying') throw new Fault('APPLY_OVER');
        if (answer === 'agreed') return makeContacts(pair);
        await setStatus(pair, from, me, 'refused');
        await pair.notifyApply('refused');
      });
      const [apply] = (await appliesOf(me).where('a.from_identifier', '=', from).execute()).map(toWire);
      if (!apply) throw new Fault('APPLY_OVER');
      return apply;
    },

    /** After a block: declines the blocked person's request and withdraws mine. */
    async closeRequests(pair: Pair): Promise<void> {
      const { tx, me, other } = pair;
      const theirs = await findBetween(pair, other, me);
      if (theirs?.status === 'applying') await setStatus(pair, other, me, 'refused');
      const { numDeletedRows } = await tx
        .deleteFrom('contact_apply')
        .where('from_identifier', '=', me)
        .where('to_identifier', '=', other)
        .where('status', '=', 'applying')
        .executeTakeFirst();
      if (theirs?.status === 'applying' || numDeletedRows > 0n) await pair.notifyApply('refused');
    },

    /** Deletes the requests between two people who are no longer contacts. */
    async deleteRequests({ tx, me, other }: Pair): Promise<void> {
      await tx
        .deleteFrom('contact_apply')
        .where(sql<boolean>`(from_identifier, to_identifier) in ((${me}, ${other}), (${other}, ${me}))`)
        .execute();
    },

    async dropOld(): Promise<void> {
      await db
        .deleteFrom('contact_apply')
        .where('updated_at', '<', clock() - limits.applyRetention)
        .execute();
    },
  };
}
