// Alice's device: her account running against an in-memory gateway, on a stopped clock.
import type { EngineEvent, OwnDevices, StorageProblem } from '@amber/client/bus';
import { type DatabasePorts, openAccountDb } from '@amber/client/db';
import type { Notify, Row } from '@amber/proto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createAccountEngine } from '../accountEngine.ts';
import { accountCalls } from '../accountCalls.ts';
import type { EnginePorts } from '../kit/ports.ts';
import type { LoadSealer } from '../sealing/encryption.ts';
import { createHttp } from '../session/http.ts';
import { createSearch } from '../local/search.ts';
import { Clock, eventually } from './clock.ts';
import { createFakeGateway, type FakeGateway } from './fakeGateway.ts';
import type { FakeStore } from './fakeStore.ts';
import { loadTrustingSealer } from './trustingSealer.ts';

export const newDatabases = (): DatabasePorts => ({ indexedDB: new IDBFactory(), IDBKeyRange });

interface Options {
  gateway?: FakeGateway;
  databases?: DatabasePorts;
  clock?: Clock;
  loadSealer?: LoadSealer;
  store?: FakeStore | undefined;
  /** What voice messages need. */
  voice?: Pick<EnginePorts, 'loadMp3Wasm' | 'openTextSocket'>;
}

/** Starts the device, signed in, with one private chat `c1`, connected and caught up unless the gateway is offline. */
export async function startAlice({
  databases = newDatabases(),
  clock = new Clock(),
  gateway = createFakeGateway({ now: () => clock.now() }),
  loadSealer = loadTrustingSealer,
  store,
  voice,
}: Options = {}) {
  if (gateway.chats.size === 0) gateway.addChat('c1');
  const tokens = { token: () => 'token', refresh: async () => {} };
  const { openSocket } = gateway;
  const fetch = ((url: string, init: RequestInit) =>
    store?.ownsUrl(url) ? store.fetch(url, init) : gateway.fetch(url, init)) as typeof globalThis.fetch;
  if (store) gateway.setUploadInfo(store.uploadInfo);
  const origin = 'http://gateway.test';
  const events: EngineEvent[] = [];
  const storage: (StorageProblem | null)[] = [];
  const devices: OwnDevices[] = [];
  const deletions: number[] = [];
  let serial = 0;
  const account = openAccountDb('alice', databases);
  // A private chat starts encrypted. For a test that needs an unencrypted one, this device has switched encryption off
  // before.
  account.conversations.hook('creating', (id, row) => {
    if (row.type !== 'private' || gateway.chats.get(id)?.wire.userSetting?.encrypted !== false) return;
    row.sealing = { number: 1, on: false };
    row.userSetting = { ...row.userSetting!, encrypted: false };
  });
  const search = createSearch(account, clock, 'alice');
  // The engine does not wait for keys on a device that already has them.
  if (loadSealer === loadTrustingSealer) await account.identity.put({ key: 'me', created: 0 } as { key: string });
  const before = gateway.sockets.length;
  const device = createAccountEngine({
    fetch,
    openSocket,
    databases,
    clock,
    origin,
    ...tokens,
    locks: { request: (_, __, whileHeld) => whileHeld() },
    deviceName: 'Node',
    http: createHttp({ fetch, origin }, tokens),
    me: { identifier: 'alice', deviceId: 'a1' },
    emit: (event) => events.push(event),
    onSignedOut: () => {},
    db: account,
    search,
    loadSealer,
    ...(store && { loadStoreClient: store.loadStoreClient }),
    ...voice,
    preKeys: 5,
    onAccepted: () => {},
    setStorageProblem: (problem) => storage.push(problem),
    deletesAt: (at) => deletions.push(at),
    devices: (told) => devices.push(told),
  });
  const { db, outbox } = device.parts;
  const calls = accountCalls(() => device.parts);
  await eventually('the socket', () => gateway.sockets.length > before);
  if (!gateway.faults.offline)
    await eventually('the first catch-up', async () => (await db.cursors.count()) === gateway.chats.size);
  return {
    ...device,
    calls,
    ...calls,
    db,
    outbox,
    gateway,
    store,
    clock,
    databases,
    events,
    storage,
    devices,
    /** Each deletion date that was published to pages. */
    deletions,
    saveDraft: (conversationId: string, text: string) => calls.saveDraft({ conversationId, text }),
    markRead: (conversationId: string, seq: number) => calls.markRead({ conversationId, seq }),
    openPrivateChat: (identifier: string) => calls.openPrivateChat({ identifier }),
    /** Writes a text and returns its id. */
    async sendText(
      text: string,
      conversationId = 'c1',
      id = `m${String((serial += 1)).padStart(23, '0')}`,
    ): Promise<string> {
      await outbox.send({ id, conversationId, type: 'text', body: { text } });
      return id;
    },
    /** Pushes a row from the gateway, and waits until it is stored. */
    async pushRow(row: Row): Promise<Row> {
      gateway.socket().push('pushChatMessage', row);
      await eventually(`row ${row.seq} of ${row.conversationId}`, async () => {
        const cursor = await db.cursors.get(row.conversationId);
        return !cursor || cursor.seq >= row.seq;
      });
      return row;
    },
    /** Pushes a notice from the gateway, and waits until it is applied. */
    async pushNotice(notice: Notify): Promise<void> {
      gateway.socket().push('pushNotify', notice);
      await eventually(`notice ${notice.noticeSeq}`, async () =>
        (await db.notices.toArray()).some(({ seq }) => seq >= notice.noticeSeq),
      );
    },
    message: async (id: string) => (await db.messages.get(id))!,
    /** Returns the texts that the timeline shows. */
    texts: async (conversationId = 'c1') =>
      (await db.messages.where({ conversationId }).sortBy('order')).map(
        ({ content }) => (JSON.parse(content.message) as { text: string }).text,
      ),
    chat: async (conversationId = 'c1') => (await db.conversations.get(conversationId))!,
    waitUntilSent: (id: string) =>
      eventually(`${id} to be sent`, async () => (await db.messages.get(id))?.loading === false),
  };
}

export type Alice = Awaited<ReturnType<typeof startAlice>>;
