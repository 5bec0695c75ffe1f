import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { BehaviorSubject } from 'rxjs';
import { beforeAll, expect, test, vi } from 'vitest';
import type { EngineState } from './bus.ts';
import { hostDb } from './hostDb.ts';
import { accountDb } from './live.ts';
import { followSession } from './session.ts';

const keys = ['moments:everybody', 'own key', 'pin'];

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
  const session = { identifier: 'alice', avatar: '', lastName: '', deviceId: 'd', newDevice: false };
  followSession(new BehaviorSubject<EngineState | null>({ session } as EngineState));
  await hostDb()!.identity.bulkPut(keys.map((key) => ({ key })));
});

test('screens read rows, and not the tables of keys, sessions and unsent messages', () => {
  const rows = accountDb()!;
  expect(Object.isFrozen(rows)).toBe(true);
  for (const hidden of ['prekey', 'sessions', 'pins', 'bundles', 'outbox', 'notices', 'table', 'backendDB', 'close'])
    expect(rows).not.toHaveProperty(hidden);
  expect(accountDb()).toBe(rows);
});

test('of the table with this device’s keys they read moments alone', async () => {
  const { identity } = accountDb()!;
  expect(await identity.get('moments:everybody')).toEqual({ key: 'moments:everybody' });
  expect(await identity.where('key').startsWith('moments:').toArray()).toHaveLength(1);
  for (const key of ['own key', '', 'moment'] as const) {
    await expect(identity.get(key)).rejects.toThrow('Only rows of moments');
    expect(() => identity.where('key').startsWith(key)).toThrow('Only rows of moments');
  }
});

test('two tables are read in one state', async () => {
  const { cursors, messages, transaction } = accountDb()!;
  expect(await transaction('r', cursors, messages, () => Promise.all([cursors.get('c'), messages.toArray()]))).toEqual([
    undefined,
    [],
  ]);
});
