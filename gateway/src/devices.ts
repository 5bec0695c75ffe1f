// A person's devices: who messages are sealed for.
import type { Limits } from '@amber/proto/limits';
import type { Clock } from './clock.ts';
import type { Db } from './store.ts';
import type { Actor, Tokens } from './tokens.ts';

interface DevicePorts {
  db: Db;
  tokens: Tokens;
  limits: Limits;
  clock: Clock;
}

/** What a device says of itself, as long as it is kept. */
const descriptionMax = 64;
const describe = (text: string) => text.replaceAll('\0', '').slice(0, descriptionMax);

/** Notes that the device is in use; true when it is new. Beyond the limit the one that was idle longest is dropped. */
export async function registerDevice(
  { db, tokens, limits, clock }: DevicePorts,
  { identifier, device }: Actor,
  { deviceName, system }: { deviceName: string; system: string },
): Promise<boolean> {
  const now = clock();
  const fresh = { name: describe(deviceName), system: describe(system), seen_at: now };
  const { isNew, dropped } = await db.transaction().execute(async (tx) => {
    // Two new devices at once must not both count themselves as the last allowed.
    await tx.selectFrom('person').select('identifier').where('identifier', '=', identifier).forUpdate().execute();
    const updated = await tx.updateTable('device').set(fresh)
      .where('identifier', '=', identifier).where('device', '=', device).executeTakeFirst();
    if (updated.numUpdatedRows > 0n) return { isNew: false, dropped: [] };
    await tx.insertInto('device').values({ identifier, device, created_at: now, ...fresh }).execute();
    const beyond = await tx.selectFrom('device').select('device').where('identifier', '=', identifier).where('device', '<>', device)
      .orderBy('seen_at', 'desc').orderBy('created_at', 'desc').offset(limits.devicesPerUser - 1).execute();
    const names = beyond.map((found) => found.device);
    if (names.length > 0) {
      for (const table of ['device', 'device_cursor'] as const) {
        await tx.deleteFrom(table).where('identifier', '=', identifier).where('device', 'in', names).execute();
      }
      await tx.deleteFrom('device_copy').where('identifier', '=', identifier).where('device', 'in', names)
        .where('envelope', 'is not', null).execute();
    }
    return { isNew: true, dropped: names };
  });
  for (const name of dropped) await tokens.revokeDevice(identifier, name);
  return isNew;
}
