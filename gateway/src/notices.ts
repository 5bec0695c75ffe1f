// What a person is told beside the messages and must not miss: kept in order, pushed, and brought by the next sync.
import type { Input, Notify } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import type { NoticeCommandId } from '@amber/proto/systemCommands';
import type { Transaction } from 'kysely';
import { subjects, type Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** A notice of one's own doing is not told to the device it was done on. */
type Kept = Input<Notify> & { identifier: string } & ({ type: 'command'; cmdId: NoticeCommandId } | { type: 'contactChange' | 'deviceChange' | 'preKeyNotEnough' });

export type Notices = ReturnType<typeof createNotices>;

export function createNotices({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
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

    /** What this person is to be told after this place, oldest first. */
    async after(identifier: string, seq: number, max: number): Promise<{ notify: Notify; exceptDevice: string | null }[]> {
      const rows = await db.selectFrom('notice').select(['notify', 'except_device']).where('identifier', '=', identifier).where('seq', '>', seq)
        .orderBy('seq').limit(max).execute();
      return rows.map(({ notify, except_device }) => ({ notify: decode('Notify', notify), exceptDevice: except_device }));
    },
  };
}
