// What a person is told beside the messages and must not miss: kept in order, pushed, and brought by the next sync.
import type { Input, Notify } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import type { Limits } from '@amber/proto/limits';
import type { NoticeCommandId } from '@amber/proto/systemCommands';
import { sql, type Transaction } from 'kysely';
import { subjects, type Bus } from './bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Reader } from '../sync/storedRows.ts';
import type { Db } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';

/** What is kept; the rest is passing news. */
type Kept = Input<Notify> & { identifier: string } & (
    | { type: 'command'; cmdId: NoticeCommandId }
    | { type: 'contactChange' | 'deviceChange' | 'preKeyNotEnough' | 'spaceChange' }
  );

/** A notice in its place. Of one's own doing, it is not told to the device it was done on; some are for one device alone. */
export interface PlacedNotice {
  notify: Notify;
  exceptDevice: string | null;
  onlyDevice: string | null;
}

interface NoticePorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
}

/** As one array: there are more members of a space than a statement may have values. */
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

  /** In one order, so that two who tell each other never wait for each other. */
  const lock = (tx: Transaction<Tables>, people: readonly string[]) =>
    tx
      .selectFrom('person')
      .select('identifier')
      .where(isOneOf(people))
      .orderBy('identifier')
      .forNoKeyUpdate()
      .execute();

  /** Keeps the same for several people. `except`: a device of one of them that is not told. `only`: the one that is told. */
  async function keepFor(
    tx: Transaction<Tables>,
    people: readonly string[],
    notify: Kept,
    { except, only }: { except?: Reader; only?: string } = {},
  ): Promise<() => void> {
    if (people.length === 0) return () => undefined;
    // The counters' rows are locked until the commit, so a later place is never seen before an earlier one.
    await lock(tx, people);
    const places = await tx
      .updateTable('person')
      .set((row) => ({ notice_seq: row('notice_seq', '+', 1) }))
      .where(isOneOf(people))
      .returning(['identifier', 'notice_seq'])
      .execute();
    const all = places.map(({ identifier, notice_seq }) => ({
      identifier,
      notify: { ...notify, noticeSeq: notice_seq },
      exceptDevice: identifier === except?.identifier ? except.device : undefined,
    }));
    // In arrays: the members of a space may be thousands.
    await sql`
      insert into notice (identifier, seq, notify, except_device, only_device, created_at)
      select n.identifier, n.seq, n.notify, n.except_device, ${only ?? null}, ${clock()}::bigint
      from unnest(
        ${all.map((one) => one.identifier)}::text[], ${all.map((one) => one.notify.noticeSeq)}::bigint[],
        ${all.map((one) => Buffer.from(encode('Notify', one.notify)))}::bytea[], ${all.map((one) => one.exceptDevice ?? null)}::text[]
      ) as n (identifier, seq, notify, except_device)`.execute(tx);
    return () => {
      for (const { identifier, exceptDevice, notify: told } of all) {
        bus.publish(subjects.person(identifier), {
          kind: 'notice',
          notify: told,
          ...(exceptDevice !== undefined && { exceptDevice }),
          ...(only !== undefined && { onlyDevice: only }),
        });
      }
    };
  }

  return {
    /** Takes hold of people who are to be told something, before anything else that they may wait for. */
    lock,

    keepFor,

    /**
     * Keeps a notice for `to` inside a transaction of the caller's. Returns what tells the connected devices:
     * to be called once it has committed.
     */
    keep: (tx: Transaction<Tables>, to: string, notify: Kept, exceptDevice?: string): Promise<() => void> =>
      keepFor(tx, [to], notify, exceptDevice === undefined ? {} : { except: { identifier: to, device: exceptDevice } }),

    /** What this person's devices are to be told after this place, oldest first. */
    async after(identifier: string, seq: number): Promise<PlacedNotice[]> {
      const rows = await listOf(identifier, seq).execute();
      return rows.map(({ notify, ...whom }) => ({ notify: decode('Notify', notify), ...whom }));
    },

    /** A page of what this device is to be told after this place, oldest first; nothing of what was before the device. */
    async page({ identifier, device }: Reader, seq: number): Promise<{ list: Notify[]; more: boolean }> {
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

    /** The device has stored all up to this place. */
    async confirm({ identifier, device }: Reader, seq: number): Promise<void> {
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

    /** Drops what every device of its person has, and what is too old to matter. */
    async dropOld(): Promise<void> {
      await db
        .deleteFrom('notice')
        .where((row) =>
          row.or([
            row('created_at', '<', clock() - limits.noticeFor),
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
