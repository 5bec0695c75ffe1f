// Names the unapproved ones among the devices that a sender has missed: nothing may be sealed for them.
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';

/** What a failed send throws: the same fault, and for DEVICES_CHANGED with the unapproved devices named. */
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
