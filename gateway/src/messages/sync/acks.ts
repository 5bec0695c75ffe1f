// Acknowledgements: they move cursors, delete delivered copies, and notify the sender's devices of receipt.
import type { Cursor } from '@amber/proto';
import { publishNotice } from '../../core/bus.ts';
import { notifiablePeerSql } from './readState.ts';
import type { DeviceRef } from './storedRows.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

export type Acks = ReturnType<typeof createAcks>;

/** The number of cursors per statement: a device with many must not make others wait for the database. */
const cursorsPerStatement = 500;

export function createAcks({ pool, bus, clock }: Pick<GatewayBase, 'pool' | 'bus' | 'clock'>) {
  async function confirmBatch({ identifier, device }: DeviceRef, cursors: Cursor[]): Promise<void> {
    // The last CTE still sees the old cursors: the other person is notified only of messages that no device of this
    // person had before.
    const { rows: received } = await pool.query<{ other: string; conversation: string; seq: number }>(
      `with here as (
         select from device where identifier = $1 and device = $2 for key share
       ), moved as (
         insert into device_cursor as d (identifier, device, conversation, seq)
         select $1, $2, c.id, least(k.seq, coalesce(m.left_seq, c.last_seq))
         from here cross join unnest($3::text[], $4::bigint[], $5::bigint[]) as k (id, epoch, seq)
         join conversation c on c.id = k.id and c.epoch = k.epoch
         join member m on m.conversation = c.id and m.identifier = $1
         order by c.id
         on conflict (identifier, device, conversation) do update set seq = excluded.seq where d.seq < excluded.seq
         returning conversation, seq
       ), emptied as (
         update device_copy y set envelope = null, acked_at = $6
         from moved
         where y.identifier = $1 and y.device = $2 and y.conversation = moved.conversation and y.seq <= moved.seq
           and y.envelope is not null
       )
       select o.identifier as other, moved.conversation, moved.seq from ${notifiablePeerSql}
       where not exists (select from device_cursor d where d.identifier = $1 and d.conversation = c.id and d.seq >= moved.seq)`,
      [
        identifier,
        device,
        cursors.map((c) => c.conversationId),
        cursors.map((c) => c.epoch),
        cursors.map((c) => c.seq),
        clock(),
      ],
    );
    for (const { other, conversation, seq } of received)
      publishNotice(bus, other, { type: 'peerDelivered', conversationId: conversation, identifier, seq });
  }

  return {
    /**
     * Never moves a cursor back or past the end. Ignores cursors of another epoch, of a foreign conversation and of a
     * removed device. Locks the device's row before anything else: removing a device deletes that row first, so the
     * removal waits for acks in progress, and no new one can start.
     */
    async confirm(reader: DeviceRef, cursors: Cursor[]): Promise<void> {
      // Cursors are deduplicated, because a statement cannot update the same one twice.
      const furthest = [
        ...Map.groupBy(
          cursors.filter(({ seq }) => seq > 0),
          ({ conversationId }) => conversationId,
        ).values(),
      ].map((same) => same.reduce((a, b) => (b.seq > a.seq ? b : a)));
      for (let at = 0; at < furthest.length; at += cursorsPerStatement)
        await confirmBatch(reader, furthest.slice(at, at + cursorsPerStatement));
    },
  };
}
