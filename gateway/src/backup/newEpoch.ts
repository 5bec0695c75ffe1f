// Makes every device notice that the database was restored from a backup, and sync again.
import { encode } from '@amber/proto/codec';
import type { ClientBase } from 'pg';

/** The number of devices that are notified per batch. */
const portion = 5_000;

/**
 * Runs in the transaction of the restore. Numbers become greater than any that a device can have seen: `now` counts
 * milliseconds, faster than messages and notices.
 */
export async function beginNewEpoch(client: ClientBase, now: number): Promise<void> {
  await client.query(
    `update conversation set epoch = greatest(epoch + 1, $1), epoch_after = last_seq,
       members_version = members_version + 1`,
    [now],
  );
  // The restore itself is no news: every device syncs.
  await client.query('truncate live_change');
  // Codes are valid once, and these may have been used since the backup.
  await client.query('delete from sms_code');
  await client.query('delete from wallet_nonce');
  // One-time keys too may have been used since the backup. Devices publish their keys again; see `republish` in
  // sealing/encryption.ts of the engine.
  await client.query('delete from one_time_key');
  // A pending deletion may have been cancelled since the backup, and its date may have passed.
  await client.query('update person set deletes_at = null where deletes_at is not null');
  await client.query('update person set notice_seq = greatest(notice_seq + 1, $1)', [now]);
  const { rows } = await client.query<{ identifier: string; device: string; seq: number }>(
    `select k.identifier, k.device,
       p.notice_seq + row_number() over (partition by k.identifier order by k.device) as seq
     from device_keys k join person p on p.identifier = k.identifier`,
  );
  for (let at = 0; at < rows.length; at += portion) {
    const some = rows.slice(at, at + portion).map(({ seq, ...one }) => ({ ...one, seq: Number(seq) }));
    await client.query(
      `insert into notice (identifier, seq, notify, only_device, created_at)
       select identifier, seq, notify, device, $5 from unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[]) as n (identifier, device, seq, notify)`,
      [
        some.map(({ identifier }) => identifier),
        some.map(({ device }) => device),
        some.map(({ seq }) => seq),
        some.map(({ identifier, device, seq }) =>
          Buffer.from(
            encode('Notify', {
              type: 'preKeyNotEnough',
              identifier,
              noticeSeq: seq,
              body: JSON.stringify({ deviceId: device, lost: true }),
            }),
          ),
        ),
        now,
      ],
    );
  }
  await client.query(
    `update person p set notice_seq = n.seq from (select identifier, max(seq) as seq from notice group by identifier) n
     where n.identifier = p.identifier and n.seq > p.notice_seq`,
  );
}
