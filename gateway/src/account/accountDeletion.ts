// Delays the deletion of accounts: announces it to every device, lets an approved one cancel it, and runs it when due.
import { Fault } from '@amber/proto/faults';
import type { Notices } from '../messages/push/notices.ts';
import { addDeletionPush } from '../notifications/pushJobs.ts';
import type { DeleteAccount } from './deleteAccount.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface DeletionPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas' | 'onError'> {
  notices: Pick<Notices, 'lock' | 'add'>;
  deleteAccount: DeleteAccount;
}

/** The number of requests per account and hour that notify its devices; repeated ones do not count. */
const requestsPerHour = 10;

/** The number of accounts that one sweep deletes; the rest follow in the next one. */
const deletedPerSweep = 200;

export function createAccountDeletion(ports: DeletionPorts) {
  const { db, clock, limits, notices, quotas, deleteAccount, onError } = ports;

  const noticeOf = (identifier: string, deletesAt: number) => ({
    type: 'accountDeletion' as const,
    identifier,
    seq: deletesAt,
  });

  /** The time at which this account is deleted, in milliseconds since 1970; 0 when no deletion is scheduled. */
  async function dueAt(identifier: string): Promise<number> {
    const person = await db
      .selectFrom('person')
      .select('deletes_at')
      .where('identifier', '=', identifier)
      .executeTakeFirst();
    return person?.deletes_at ?? 0;
  }

  return {
    dueAt,

    /**
     * Schedules the deletion, and returns its date. A repeated request returns the same date and notifies nobody.
     * @throws Fault TOO_MANY for people who request and cancel again and again: each time notifies all devices.
     */
    async request({ identifier, device }: Actor): Promise<number> {
      const before = await dueAt(identifier);
      if (before > 0) return before;
      await quotas.enforce([{ key: `deletion ${identifier}`, limit: requestsPerHour }]);
      const { deletesAt, emit } = await db.transaction().execute(async (tx) => {
        // The lock prevents two concurrent requests from both notifying the devices.
        await notices.lock(tx, [identifier]);
        const person = await tx
          .selectFrom('person')
          .select(['created_at', 'deletes_at'])
          .where('identifier', '=', identifier)
          .executeTakeFirstOrThrow();
        if (person.deletes_at !== null) return { deletesAt: person.deletes_at, emit: () => undefined };
        const now = clock();
        const isNew = now - person.created_at < limits.newAccountDeletionAfter;
        const due = now + (isNew ? limits.newAccountDeletionAfter : limits.accountDeletionAfter);
        await tx.updateTable('person').set({ deletes_at: due }).where('identifier', '=', identifier).execute();
        await addDeletionPush(tx, { identifier, except: device, due: now });
        return { deletesAt: due, emit: await notices.add(tx, identifier, noticeOf(identifier, due)) };
      });
      emit();
      return deletesAt;
    },

    /** Cancels the deletion. @throws Fault ACCOUNT_DELETED once it is due: the deletion may have begun. */
    async cancel({ identifier }: Actor): Promise<void> {
      const emit = await db.transaction().execute(async (tx) => {
        await notices.lock(tx, [identifier]);
        const { numUpdatedRows } = await tx
          .updateTable('person')
          .set({ deletes_at: null })
          .where('identifier', '=', identifier)
          .where('deletes_at', '>', clock())
          .executeTakeFirst();
        return numUpdatedRows > 0n ? notices.add(tx, identifier, noticeOf(identifier, 0)) : undefined;
      });
      if (!emit && (await dueAt(identifier)) > 0) throw new Fault('ACCOUNT_DELETED');
      emit?.();
    },

    /**
     * Deletes the accounts whose date is past. An account whose deletion fails stays due for the next sweep and does
     * not block the others.
     */
    async deleteDue(): Promise<void> {
      const due = await db
        .selectFrom('person')
        .select('identifier')
        .where('deletes_at', '<=', clock())
        .orderBy('deletes_at')
        .limit(deletedPerSweep)
        .execute();
      for (const { identifier } of due)
        // No device of the person causes this, so no device is excluded from the notices.
        await deleteAccount({ identifier, device: '', family: '' }).catch(onError);
    },
  };
}
