// Marks the unapproved devices in a DEVICES_CHANGED fault, because no message may be encrypted for them.
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';

/** Rethrows the fault of a failed send; for DEVICES_CHANGED it names the unapproved devices. */
export const createMarkUnapproved =
  (db: Db) =>
  async (thrown: unknown): Promise<never> => {
    const fault = Fault.of(thrown);
    if (fault.code !== 'DEVICES_CHANGED' || !fault.data) throw thrown;
    const { missing, extra } = decode('DevicesChanged', fault.data);
    if (missing.length === 0) throw thrown;
    const { rows: unapproved } = await sql<{ identifier: string; deviceId: string }>`
      select d.identifier, d.device as "deviceId"
      from device d join unnest(
        ${missing.map(({ identifier }) => identifier)}::text[], ${missing.map(({ deviceId }) => deviceId)}::text[]
      ) as m (identifier, device) on m.identifier = d.identifier and m.device = d.device
      where not d.approved`.execute(db);
    throw new Fault('DEVICES_CHANGED', { data: encode('DevicesChanged', { missing, extra, unapproved }) });
  };
