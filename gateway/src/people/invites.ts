// Invitations: each person has a code for a limited number of newcomers, and then gets a new one.
import type { GetInviteUsersReply, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { newIdentifier } from '../core/identifiers.ts';
import type { Db } from '../db/store.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

type InvitePorts = Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'>;

const listMax = 500;

export function createInvites({ db, clock, limits, quotas }: InvitePorts) {
  const currentOf = (identifier: string) =>
    db
      .selectFrom('invite')
      .select(['code', 'uses_left'])
      .where('identifier', '=', identifier)
      .where('uses_left', '>', 0)
      .executeTakeFirst();

  /** Whether this person has an unfinished profile and no inviter yet. */
  const isNewcomer = async (tx: Db, identifier: string): Promise<boolean> =>
    undefined !==
    (await tx
      .selectFrom('person as p')
      .select('p.identifier')
      .where('p.identifier', '=', identifier)
      .where('p.avatar', '=', '')
      .where((where) =>
        where.not(
          where.exists(
            where.selectFrom('invited as i').select('i.inviter').whereRef('i.identifier', '=', 'p.identifier'),
          ),
        ),
      )
      .executeTakeFirst());

  return {
    /**
     * Records a newcomer's inviter. For anyone else the code is ignored.
     * @throws Fault 300001 for an unknown or used up code, or one's own; TOO_MANY after too many wrong ones.
     */
    async redeem(identifier: string, code: string): Promise<void> {
      if (!(await isNewcomer(db, identifier))) return;
      await quotas.enforce([{ key: `invite/${identifier}`, limit: limits.invitesTriedPerHour }]);
      await db.transaction().execute(async (tx) => {
        await tx
          .selectFrom('person')
          .select('identifier')
          .where('identifier', '=', identifier)
          .forNoKeyUpdate()
          .execute();
        if (!(await isNewcomer(tx, identifier))) return;
        const redeemed = await tx
          .updateTable('invite')
          .set((row) => ({ uses_left: row('uses_left', '-', 1) }))
          .where('code', '=', code.trim().toLowerCase())
          .where('uses_left', '>', 0)
          .where('identifier', '<>', identifier)
          .returning('identifier')
          .executeTakeFirst();
        if (!redeemed) throw new Fault('300001');
        await tx
          .insertInto('invited')
          .values({ identifier, inviter: redeemed.identifier, invited_at: clock() })
          .execute();
      });
    },

    /** This person's invitation code, and the people who used it. */
    async overviewOf(identifier: string): Promise<Input<GetInviteUsersReply>> {
      if (!(await currentOf(identifier))) {
        await db
          .insertInto('invite')
          .values({ code: newIdentifier(), identifier, uses_left: limits.inviteUses, created_at: clock() })
          .onConflict((on) => on.doNothing())
          .execute();
      }
      const current = (await currentOf(identifier))!;
      const list = await db
        .selectFrom('invited')
        .innerJoin('person', 'person.identifier', 'invited.identifier')
        .select(['person.identifier', 'avatar', 'last_name as lastName', 'invited_at as time'])
        .where('inviter', '=', identifier)
        .orderBy('invited_at', 'desc')
        .orderBy('person.identifier')
        .limit(listMax)
        .execute();
      return {
        inviteId: current.code,
        left: current.uses_left,
        list: list.map(({ time, ...userInfo }) => ({ userInfo, time })),
      };
    },
  };
}
