// Notifies everyone who encrypts for a person's devices: the person's other devices, and partners in private chats.
import { sql } from 'kysely';
import type { DeviceRef } from '../../messages/sync/storedRows.ts';
import type { Notices } from '../../messages/push/notices.ts';
import type { Db, Transaction } from '../../db/store.ts';

/** The ids of the devices concerned. `changed`: keys that are cached for them are invalid. */
export interface DeviceChange {
  added?: string[];
  removed?: string[];
  changed?: string[];
}

/** A person's devices, oldest first. */
export const listDevices = (db: Db, identifier: string) =>
  db
    .selectFrom('device')
    .select(['identifier', 'device as deviceId', 'approved'])
    .where('identifier', '=', identifier)
    .orderBy('created_at')
    .orderBy('device')
    .execute();

export type DeviceNotices = ReturnType<typeof createDeviceNotices>;

export function createDeviceNotices({ notices }: { notices: Notices }) {
  /** This person, and everyone who has a private chat with them that neither has closed by a block. */
  async function findAudience(tx: Transaction, identifier: string): Promise<string[]> {
    const { rows } = await sql<{ identifier: string }>`
      select distinct o.identifier from member m
      join conversation c on c.id = m.conversation and c.type = 'private'
      join member o on o.conversation = c.id and o.identifier <> m.identifier
      where m.identifier = ${identifier} and not exists (
        select from block b where (b.identifier, b.blocked) in ((m.identifier, o.identifier), (o.identifier, m.identifier))
      )`.execute(tx);
    return [identifier, ...rows.map((row) => row.identifier)];
  }

  return {
    findAudience,

    /** Locks everyone concerned. Must be called before this person's devices change. */
    async lock(tx: Transaction, identifier: string): Promise<void> {
      await notices.lock(tx, await findAudience(tx, identifier));
    },

    /**
     * Stores the notice in the transaction that changes the devices. Returns a function that pushes it; call that after
     * the commit.
     */
    async add(
      tx: Transaction,
      { identifier, device }: DeviceRef,
      { added = [], removed = [], changed = [] }: DeviceChange,
    ): Promise<() => void> {
      const devices = await listDevices(tx, identifier);
      const deviceList = devices.map(({ approved, ...one }) => ({ ...one, ...(!approved && { unapproved: true }) }));
      const body = JSON.stringify({ devices: deviceList, added, removed, changed });
      const hasOthers = devices.some(({ deviceId }) => deviceId !== device);
      const people = (await findAudience(tx, identifier)).filter((one) => one !== identifier || hasOthers);
      return notices.addForAll(
        tx,
        people,
        { type: 'deviceChange', identifier, body },
        { except: { identifier, device } },
      );
    },
  };
}
