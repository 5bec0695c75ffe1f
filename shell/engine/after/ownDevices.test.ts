import { openAccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { Dexie } from 'dexie';
import { expect, it, vi } from 'vitest';
import { getIdentityRow, putIdentityRow, updateIdentityRow } from '../keys/identityRows.ts';
import type { OwnKeys } from '../keys/ownKeys.ts';
import type { Outbox } from '../out/outbox.ts';
import { Clock } from '../testing/clock.ts';
import { newDatabases } from '../testing/startAlice.ts';
import { createOwnDevices } from './ownDevices.ts';

it('R72 an approval that arrives while the state is refreshed is not overwritten', async () => {
  const db = openAccountDb('alice', newDatabases());
  await putIdentityRow(db, 'standing', { isApproved: false });
  const entry = (deviceId: string) => ({
    deviceId,
    deviceName: '',
    created: 0,
    lastSeen: 0,
    address: '',
    approved: true,
  });
  const ownKeys = { listKnown: async () => [], own: async () => ({ code: '' }) } as unknown as OwnKeys;
  const { refresh, close } = createOwnDevices({
    db,
    api: { user: { devices: async () => ({ list: [entry('a1'), entry('a2')] }) } } as unknown as Api,
    me: { identifier: 'alice', deviceId: 'a1' },
    clock: new Clock(),
    outbox: {} as Outbox,
    loadOwnKeys: async () => ownKeys,
    catchUp: async () => {},
    followUp: () => {},
    publish: () => {},
    warn: () => () => {},
  });
  const get = db.identity.get.bind(db.identity) as (key: string) => Promise<{ key: string } | undefined>;
  const reads = vi.spyOn(db.identity, 'get');
  let approval: PromiseLike<void> | undefined;
  // The other device's decision is stored right after the refresh has read the state again.
  reads.mockImplementation(((key: string) =>
    get(key).then((row) => {
      if (reads.mock.calls.length === 2)
        approval = Dexie.ignoreTransaction(() => updateIdentityRow(db, 'standing', { isApproved: true }));
      return row;
    })) as typeof db.identity.get);
  await refresh();
  await approval;
  reads.mockRestore();
  expect(await getIdentityRow(db, 'standing')).toMatchObject({ isApproved: true });
  close();
});
