// Notices: durable notifications besides messages, stored in order, pushed, and returned by the next sync.
import type { Input, Notify } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import type { NoticeCommandId } from '@amber/proto/systemCommands';
import { sql } from 'kysely';
import { publishNotice } from '../../core/bus.ts';
import type { DeviceRef } from '../sync/storedRows.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { Transaction } from '../../db/store.ts';

/** The types of notices that are stored; all others are transient. */
type StoredNotice = Input<Notify> & { identifier: string } & (
    | { type: 'command'; cmdId: NoticeCommandId }
    | {
        type:
          | 'contactChange'
          | 'deviceChange'
          | 'preKeyNotEnough'
          | 'spaceChange'
          | 'aiBotInfo'
          | 'aiConversation'
          | 'campaignNews'
          | 'accountDeletion';
      }
  );

/** A notice and its position. It skips the device that caused it; some notices are for a single device. */
export interface TargetedNotice {
  notify: Notify;
  exceptDevice: string | null;
  onlyDevice: string | null;
}

type NoticePorts = Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'>;

/** People are passed as one array: a space can have more members than a statement can have parameters. */
const isOneOf = (people: readonly string[]) => sql<boolean>`identifier = any(${people}::text[])`;

export type Notices = ReturnType<typeof createNotices>;

export function createNotices({ db, bus, clock, limits }: NoticePorts) {
  const listOf = (identifier: string, seq: number) =>
    db
      .selectFrom('notice')
      .select(['notify', 'except_device as exceptDevice', 'only_device as onlyDevice'])
      .where('identifier', '=', identifier)
      .where('seq', '>', seq)
      .orderBy('seq');

  /** Locks people in a fixed order, so that two people who notify each other do not deadlock. */
  const lock = (tx: Transaction, people: readonly string[]) =>
    tx
      .selectFrom('person')
      .select('identifier')
      .where(isOneOf(people))
      .orderBy('identifier')
      .forNoKeyUpdate()
      .execute();

  /**
   * Stores one notice for several people. `except`: a device that does not get it. `only`: the only device that gets
   * it.
   */
  async function addForAll(
    tx: Transaction,
    people: readonly string[],
    notify: StoredNotice,
    { except, only }: { except?: DeviceRef; only?: string } = {},
  ): Promise<() => void> {
    if (people.length === 0) return () => undefined;
    // The counter rows stay locked until the commit, so a later position never becomes visible before an earlier one.
    await lock(tx, people);
    const counters = await tx
      .updateTable('person')
      .set((row) => ({ notice_seq: row('notice_seq', '+', 1) }))
      .where(isOneOf(people))
      .returning(['identifier', 'notice_seq'])
      .execute();
    const all = counters.map(({ identifier, notice_seq }) => ({
      identifier,
      notify: { ...notify, noticeSeq: notice_seq },
      exceptDevice: identifier === except?.identifier ? except.device : undefined,
    }));
    // Arrays are necessary because a space may have thousands of members.
    await sql`
      insert into notice (identifier, seq, notify, except_device, only_device, created_at)
      select n.identifier, n.seq, n.notify, n.except_device, ${only ?? null}, ${clock()}::bigint
      from unnest(
        ${all.map((one) => one.identifier)}::text[], ${all.map((one) => one.notify.noticeSeq)}::bigint[],
        ${all.map((one) => Buffer.from(encode('Notify', one.notify)))}::bytea[], ${all.map((one) => one.exceptDevice ?? null)}::text[]
      ) as n (identifier, seq, notify, except_device)`.execute(tx);
    return () => {
      for (const { identifier, exceptDevice, notify: numbered } of all) {
        publishNotice(bus, identifier, numbered, {
          ...(exceptDevice !== undefined && { exceptDevice }),
          ...(only !== undefined && { onlyDevice: only }),
        });
      }
    };
  }

  return {
    /** Locks the people who will be notified. It must be called before any lock that they may wait for is taken. */
    lock,

    addForAll,

    /**
     * Stores a notice for `to` inside the caller's transaction. Returns a function that pushes it to the connected
     * devices; call that after the commit.
     */
    add: (tx: Transaction, to: string, notify: StoredNotice, exceptDevice?: string): Promise<() => void> =>
      addForAll(
        tx,
        [to],
        notify,
        exceptDevice === undefined ? {} : { except: { identifier: to, device: exceptDevice } },
      ),

    /** Notices for this person's devices after position `seq`, oldest first. */
    async after(identifier: string, seq: number): Promise<TargetedNotice[]> {
      const rows = await listOf(identifier, seq).execute();
      return rows.map(({ notify, ...target }) => ({ notify: decode('Notify', notify), ...target }));
    },

    /** A page of notices for this device after position `seq`, oldest first; none from before the device existed. */
    async page({ identifier, device }: DeviceRef, seq: number): Promise<{ list: Notify[]; more: boolean }> {
      const rows = await listOf(identifier, seq)
        .where('except_device', 'is distinct from', device)
        .where((row) => row.or([row('only_device', 'is', null), row('only_device', '=', device)]))
        .where('seq', '>', (of) =>
          of
            .selectFrom('device')
            .select((row) => row.fn.coalesce(row.fn.max('device.notice_seq'), row.val(0)).as('seq'))
            .where('identifier', '=', identifier)
            .where('device', '=', device),
        )
        .limit(limits.noticesPage + 1)
        .execute();
      return {
        list: rows.slice(0, limits.noticesPage).map(({ notify }) => decode('Notify', notify)),
        more: rows.length > limits.noticesPage,
      };
    },

    /** Records that the device has stored everything up to position `seq`. */
    async confirm({ identifier, device }: DeviceRef, seq: number): Promise<void> {
      if (seq <= 0) return;
      await db
        .updateTable('device')
        .from('person')
        .set((row) => ({ notice_seq: row.fn<number>('least', [row.val(seq), 'person.notice_seq']) }))
        .whereRef('person.identifier', '=', 'device.identifier')
        .where('device.identifier', '=', identifier)
        .where('device', '=', device)
        .where('device.notice_seq', '<', seq)
        .execute();
    },

    /** Deletes expired notices, and those that all of a person's devices have stored. */
    async dropOld(): Promise<void> {
      await db
        .deleteFrom('notice')
        .where((row) =>
          row.or([
            row('created_at', '<', clock() - limits.noticeRetention),
            row(
              'seq',
              '<=',
              row
                .selectFrom('device')
                .select((of) => of.fn.min('device.notice_seq').as('least'))
                .whereRef('device.identifier', '=', 'notice.identifier'),
            ),
          ]),
        )
        .execute();
    },
  };
}
