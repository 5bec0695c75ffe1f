// What a person is told beside the messages and must not miss: kept in order, pushed, and brought by the next sync.
import type { Input, Notify } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import type { Limits } from '@amber/proto/limits';
import type { NoticeCommandId } from '@amber/proto/systemCommands';
import type { Transaction } from 'kysely';
import { subjects, type Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Reader } from './delivery/storedRows.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** What is kept; the rest is passing news. */
type Kept = Input<Notify> & { identifier: string } & ({ type: 'command'; cmdId: NoticeCommandId } | { type: 'contactChange' | 'deviceChange' | 'preKeyNotEnough' });

/** A notice in its place. Of one's own doing, it is not told to the device it was done on. */
export interface PlacedNotice {
  notify: Notify;
  exceptDevice: string | null;
}

interface NoticePorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
}

export type Notices = ReturnType<typeof createNotices>;

export function createNotices({ db, bus, clock, limits }: NoticePorts) {
  const listOf = (identifier: string, seq: number) => db.selectFrom('notice').select(['notify', 'except_device as exceptDevice'])
    .where('identifier', '=', identifier).where('seq', '>', seq).orderBy('seq');

  return {
    /**
     * Keeps a notice for `to` inside a transaction of the caller's. Returns what tells the connected devices:
     * to be called once it has committed.
     */
    async keep(tx: Transaction<Tables>, to: string, notify: Kept, exceptDevice?: string): Promise<() => void> {
      // The counter's row is locked until the commit, so a later place is never seen before an earlier one.
      const { notice_seq } = await tx.updateTable('person').set((row) => ({ notice_seq: row('notice_seq', '+', 1) }))
        .where('identifier', '=', to).returning('notice_seq').executeTakeFirstOrThrow();
      const placed = { ...notify, noticeSeq: notice_seq };
      await tx.insertInto('notice').values({
        identifier: to, seq: notice_seq, notify: Buffer.from(encode('Notify', placed)), except_device: exceptDevice ?? null, created_at: clock(),
      }).execute();
      return () => bus.publish(subjects.person(to), { kind: 'notice', notify: placed, ...(exceptDevice !== undefined && { exceptDevice }) });
    },

    /** What this person's devices are to be told after this place, oldest first. */
    async after(identifier: string, seq: number): Promise<PlacedNotice[]> {
      const rows = await listOf(identifier, seq).execute();
      return rows.map(({ notify, exceptDevice }) => ({ notify: decode('Notify', notify), exceptDevice }));
    },

    /** A page of what this device is to be told after this place, oldest first. */
    async page({ identifier, device }: Reader, seq: number): Promise<{ list: Notify[]; more: boolean }> {
      const rows = await listOf(identifier, seq).where('except_device', 'is distinct from', device).limit(limits.noticesPage + 1).execute();
      return {
        list: rows.slice(0, limits.noticesPage).map(({ notify }) => decode('Notify', notify)),
        more: rows.length > limits.noticesPage,
      };
    },

    /** The device has stored all up to this place. */
    async confirm({ identifier, device }: Reader, seq: number): Promise<void> {
      if (seq <= 0) return;
      await db.updateTable('device').from('person').set((row) => ({ notice_seq: row.fn<number>('least', [row.val(seq), 'person.notice_seq']) }))
        .whereRef('person.identifier', '=', 'device.identifier').where('device.identifier', '=', identifier).where('device', '=', device)
        .where('device.notice_seq', '<', seq).execute();
    },

    /** Drops what every device of its person has, and what is too old to matter. */
    async dropOld(): Promise<void> {
      await db.deleteFrom('notice').where((row) => row.or([
        row('created_at', '<', clock() - limits.noticeFor),
        row('seq', '<=', row.selectFrom('device').select((of) => of.fn.min('device.notice_seq').as('least'))
          .whereRef('device.identifier', '=', 'notice.identifier')),
      ])).execute();
    },
  };
}
