// Invitations to a space: a member's code, which expires and can be revoked by that member and the owner.
import type { Input, Invitation } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { newIdentifier } from '../core/identifiers.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import type { SpaceRow } from './spaceChange.ts';

type InvitationPorts = Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'>;

/** The way in which a person may join a space, and the inviter. */
export interface JoinAccess {
  wayIn: 'direct' | 'approval' | 'closed';
  wasRemoved: boolean;
  inviter: string | null;
}

/**
 * The way in which a person, or a visitor (''), may join with a link's values. A removed person needs an invitation
 * that was created after the removal.
 */
export async function findJoinAccess(
  db: Db,
  space: Pick<SpaceRow, 'id' | 'owner' | 'is_public' | 'by_approval'>,
  identifier: string,
  code: string,
  now: number,
): Promise<JoinAccess> {
  const removed = await db
    .selectFrom('removed')
    .select('removed_at')
    .where('place', '=', space.id)
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  const invitation =
    code === ''
      ? undefined
      : await db
          .selectFrom('invitation as i')
          .innerJoin('space_member as m', (on) =>
            on.onRef('m.space', '=', 'i.space').onRef('m.identifier', '=', 'i.inviter'),
          )
          .select(['i.inviter', 'i.created_at'])
          .where('i.code', '=', code)
          .where('i.space', '=', space.id)
          .where('i.expires_at', '>', now)
          .executeTakeFirst();
  const isAdmitted =
    invitation &&
    (!space.by_approval || invitation.inviter === space.owner) &&
    (!removed || invitation.created_at > removed.removed_at);
  const wayIn = isAdmitted
    ? 'direct'
    : !space.is_public
      ? 'closed'
      : space.by_approval || removed
        ? 'approval'
        : 'direct';
  return { wayIn, wasRemoved: removed !== undefined, inviter: invitation?.inviter ?? null };
}

export function createInvitations({ db, clock, limits, quotas }: InvitationPorts) {
  const validInvitations = (space: string) =>
    db
      .selectFrom('invitation as i')
      .innerJoin('person as p', 'p.identifier', 'i.inviter')
      .select(['i.code', 'i.inviter', 'i.created_at', 'i.expires_at', 'p.avatar', 'p.last_name'])
      .where('i.space', '=', space)
      .where('i.expires_at', '>', clock())
      .orderBy('i.created_at', 'desc')
      .orderBy('i.code');

  type InvitationRow = Awaited<ReturnType<ReturnType<typeof validInvitations>['execute']>>[number];
  const toWire = (row: InvitationRow): Input<Invitation> => ({
    invitation: row.code,
    inviter: { identifier: row.inviter, avatar: row.avatar, lastName: row.last_name },
    createTime: row.created_at,
    expireTime: row.expires_at,
  });

  const isOwner = async (identifier: string, space: string): Promise<boolean> =>
    undefined !==
    (await db
      .selectFrom('space')
      .select('id')
      .where('id', '=', space)
      .where('owner', '=', identifier)
      .executeTakeFirst());

  return {
    /**
     * Returns the member's current invitation. Creates a new one once half its time has passed, or when a person was
     * removed since, who could not return with the old one.
     * @throws Fault TOO_MANY.
     */
    async of(identifier: string, space: string): Promise<Input<Invitation>> {
      const current = await validInvitations(space)
        .where('i.inviter', '=', identifier)
        .where('i.expires_at', '>', clock() + limits.invitationFor / 2)
        .where('i.created_at', '>', (of) =>
          of
            .selectFrom('removed')
            .where('place', '=', space)
            .select((row) => row.fn.coalesce(row.fn.max('removed_at'), row.val(0)).as('at')),
        )
        .executeTakeFirst();
      if (current) return toWire(current);
      await quotas.enforce([{ key: `invitation/${identifier}`, limit: limits.invitationsPerHour }]);
      const now = clock();
      const code = newIdentifier();
      // The member may have been removed at the same moment, together with their invitations.
      await sql`
        insert into invitation (code, space, inviter, created_at, expires_at)
        select ${code}, space, identifier, ${now}::bigint, ${now + limits.invitationFor}::bigint from space_member
        where space = ${space} and identifier = ${identifier} for share`.execute(db);
      const created = await validInvitations(space).where('i.code', '=', code).executeTakeFirst();
      if (!created) throw new Fault('NO_AUTH');
      return toWire(created);
    },

    /** The member's own invitations, and all of them for the owner; newest first. */
    async list(identifier: string, space: string): Promise<Input<Invitation>[]> {
      const all = validInvitations(space).limit(limits.invitationsListed);
      return (await ((await isOwner(identifier, space)) ? all : all.where('i.inviter', '=', identifier)).execute()).map(
        toWire,
      );
    },

    /** Revokes the member's own invitation; the owner may revoke anyone's. Idempotent. */
    async revoke(identifier: string, space: string, code: string): Promise<void> {
      let query = db.deleteFrom('invitation').where('space', '=', space).where('code', '=', code);
      if (!(await isOwner(identifier, space))) query = query.where('inviter', '=', identifier);
      await query.execute();
    },

    async dropOld(): Promise<void> {
      await db.deleteFrom('invitation').where('expires_at', '<=', clock()).execute();
    },
  };
}
