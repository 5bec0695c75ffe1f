// Requests to join a space, and the owner's answers.
import type { Input, JoinApply, JoinApply_Status } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkOptionalText } from '../core/checks.ts';
import { spaceMembersAmong } from '../messages/members/currentMembers.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import { findJoinAccess } from './invitations.ts';
import type { ChangeSpace } from './spaceChange.ts';
import { checkNotBlocked, type SpaceMembers } from './spaceMembers.ts';

interface JoinRequestPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  changeSpace: ChangeSpace;
  spaceMembers: SpaceMembers;
}

export interface NewJoinRequest {
  spaceId: string;
  conversationId: string;
  invitation: string;
  message: string;
}

export function createJoinRequests({ db, clock, limits, quotas, changeSpace, spaceMembers }: JoinRequestPorts) {
  const statusOf = (status: 'applying' | 'refused', appliedAt: number): JoinApply_Status =>
    status === 'applying' && appliedAt <= clock() - limits.joinApplyTtl ? 'expired' : status;

  const selectRequests = (from: Db = db) =>
    from
      .selectFrom('join_apply as a')
      .innerJoin('person as p', 'p.identifier', 'a.identifier')
      .select([
        'a.space',
        'a.identifier',
        'a.message',
        'a.status',
        'a.applied_at',
        'a.updated_at',
        'p.avatar',
        'p.last_name',
      ]);

  function toWire(row: Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]): Input<JoinApply> {
    const status = statusOf(row.status, row.applied_at);
    return {
      spaceId: row.space,
      userInfo: { identifier: row.identifier, avatar: row.avatar, lastName: row.last_name },
      message: row.message,
      status,
      applyTime: row.applied_at,
      updateTime: row.updated_at,
      ...(status === 'refused' && { againAt: row.updated_at + limits.joinApplyCooldown }),
    };
  }

  const find = async (space: string, identifier: string, from?: Db): Promise<Input<JoinApply> | null> => {
    const found = await selectRequests(from)
      .where('a.space', '=', space)
      .where('a.identifier', '=', identifier)
      .executeTakeFirst();
    return found ? toWire(found) : null;
  };

  return {
    /** This person's request to join the space, if any. */
    of: (identifier: string, space: string) => find(space, identifier),

    /** Open requests, oldest first. */
    async listOpen(space: string): Promise<Input<JoinApply>[]> {
      const found = await selectRequests()
        .where('a.space', '=', space)
        .where('a.status', '=', 'applying')
        .where('a.applied_at', '>', clock() - limits.joinApplyTtl)
        .orderBy('a.applied_at')
        .orderBy('a.identifier')
        .limit(limits.joinAppliesListed)
        .execute();
      return found.map(toWire);
    },

    /**
     * Sends a request to the owner; idempotent while the request is open. People who need no approval join directly.
     * @returns the request, or null for a member
     * @throws Fault NO_AUTH when there is no such space or it takes no requests; SPACE_REMOVED when an invitation is
     * required; JOIN_DECLINED too soon after a refusal; BLOCKED by the owner; TOO_MANY; BAD_REQUEST.
     */
    async submit(actor: DeviceRef, request: NewJoinRequest): Promise<Input<JoinApply> | null> {
      const { identifier } = actor;
      const message = checkOptionalText(request.message, limits.joinApplyMessageMax);
      const spaceId = await spaceMembers.resolveSpace(request);
      const space = await db.selectFrom('space').selectAll().where('id', '=', spaceId).executeTakeFirst();
      if (!space) throw new Fault('NO_AUTH');
      const isMember = (await spaceMembersAmong(db, spaceId, [identifier])).size > 0;
      const { wayIn } = await findJoinAccess(db, space, identifier, request.invitation, clock());
      if (isMember || wayIn === 'direct') {
        await spaceMembers.join(actor, request);
        return null;
      }
      return changeSpace(
        actor,
        spaceId,
        async (change) => {
          const { tx, now, addNotice } = change;
          if (await change.isMember(identifier)) return null;
          const { wayIn: way, wasRemoved } = await findJoinAccess(
            tx,
            change.space,
            identifier,
            request.invitation,
            now,
          );
          if (way === 'closed') throw new Fault(wasRemoved ? 'SPACE_REMOVED' : 'NO_AUTH');
          await checkNotBlocked(change, identifier);
          const before = await find(spaceId, identifier, tx);
          if (before?.status === 'applying') return before;
          if (before?.againAt !== undefined && before.againAt > now) throw new Fault('JOIN_DECLINED');
          await quotas.enforce([{ key: `joinApply/${identifier}`, limit: limits.joinAppliesPerHour }], tx);
          const values = { message, status: 'applying' as const, applied_at: now, updated_at: now };
          await tx
            .insertInto('join_apply')
            .values({ space: spaceId, identifier, ...values })
            .onConflict((on) => on.columns(['space', 'identifier']).doUpdateSet(values))
            .execute();
          const created = await find(spaceId, identifier, tx);
          addNotice('JOIN_ASKED', [change.space.owner], '', {
            spaceName: change.space.name,
            lastName: created?.userInfo?.lastName ?? '',
          });
          return created;
        },
        [],
      );
    },

    /**
     * Answers a request as the owner. For a person who is already a member, it counts as approved.
     * @throws Fault NO_AUTH for anyone else; APPLY_OVER when there is no open request; SPACE_FULL, THEIR_SPACES_FULL;
     * BAD_REQUEST.
     */
    async answerRequest(actor: DeviceRef, spaceId: string, identifier: string, operate: string): Promise<void> {
      if (operate !== 'agree' && operate !== 'refuse') throw new Fault('BAD_REQUEST');
      await changeSpace(
        actor,
        spaceId,
        async (change) => {
          const { tx, now, addNotice } = change;
          if (change.space.owner !== actor.identifier) throw new Fault('NO_AUTH');
          // The lock makes a deletion of the account wait, so that it sees the new membership.
          await tx
            .selectFrom('join_apply')
            .select('space')
            .where('space', '=', spaceId)
            .where('identifier', '=', identifier)
            .forUpdate()
            .execute();
          const apply = await find(spaceId, identifier, tx);
          if (operate === 'agree' && (await change.isMember(identifier))) return;
          if (operate === 'refuse' && apply?.status === 'refused') return;
          if (apply?.status !== 'applying') throw new Fault('APPLY_OVER');
          if (operate === 'agree') {
            await spaceMembers.admit(change, identifier, 'THEIR_SPACES_FULL');
            addNotice('JOIN_ACCEPTED', [identifier], '', { spaceName: change.space.name });
          } else {
            await tx
              .updateTable('join_apply')
              .set({ status: 'refused', updated_at: now })
              .where('space', '=', spaceId)
              .where('identifier', '=', identifier)
              .execute();
            addNotice('JOIN_DECLINED', [identifier], '', { spaceName: change.space.name });
          }
          addNotice('CHANGE', [actor.identifier]);
        },
        operate === 'refuse' ? [] : undefined,
      );
    },

    async dropOld(): Promise<void> {
      await db
        .deleteFrom('join_apply')
        .where('updated_at', '<', clock() - limits.joinApplyRetention)
        .execute();
    },
  };
}
