import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { asyncScheduler } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { createDeviceConnection, type DeviceConnection } from './deviceConnection.ts';
import { waitUntil, nextId, createPair, type Pair, type TestDevice } from './pair.ts';

/** More of them in `npm run soak`: with 100, every part is cut 20 times. */
const rounds = Number(process.env['AMBER_RUNS'] ?? 1);
const parts = 7;

/** How far the gateway's clock is ahead. */
let clockOffset = 0;
let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;
let alice: TestDevice;
let bob: TestDevice;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-files-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  world = await createPair({ databaseUrl: postgres.databaseUrl, clock: () => Date.now() + clockOffset });
  ({ alice, bob } = world);
});
afterAll(async () => {
  await world?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

const newFile = (size: number, type = ''): Blob => new Blob([randomBytes(size)], { type });
const bytes = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('base64');

async function sendFile(who: TestDevice, conversationId: string, file: Blob, name = 'report.bin'): Promise<string> {
  const id = nextId();
  await who.engine.calls.sendFile({
    id,
    conversationId,
    type: 'file',
    file,
    body: { name, mime: file.type, preview: '' },
  });
  return id;
}
const waitUntilSent = (who: TestDevice, id: string) =>
  waitUntil(`${id} to be sent`, async () => (await who.db.messages.get(id))?.loading === false);
const waitForArrival = (who: TestDevice, id: string) =>
  waitUntil(`${id} at ${who.name}'s`, async () => (await who.db.messages.get(id)) !== undefined);
const fileContentOf = async (who: TestDevice, id: string) => readFile((await who.db.messages.get(id))!.content)!;

/** What he can read of a file that was sent to him. */
async function fetchFileBlob(who: TestDevice, id: string): Promise<Blob> {
  await waitForArrival(who, id);
  await who.engine.calls.fetchFile({ id });
  return (await who.db.files.get(id))!.blob;
}

const progressPercents = (who: TestDevice, id: string, doing: 'upload' | 'download') =>
  who.events.flatMap((event) =>
    event.type === 'fileProgress' && event.id === id && event.doing === doing ? [event.percent] : [],
  );

describe('files between two people', () => {
  it("R49 R92 R94 in a private chat: sealed in the store, the key under the chat's own encryption, whole at the other", async () => {
    const file = newFile(2 * limits.uploadPart + 77, 'audio/mpeg');
    const id = await sendFile(alice, world.conversationId, file, 'song.mp3');
    await waitUntilSent(alice, id);
    const said = await fileContentOf(alice, id);
    const stored = Buffer.from(await (await fetch(`${world.url}${said.file.uri}`)).arrayBuffer());
    expect(stored.includes(Buffer.from(await file.slice(0, 48).arrayBuffer()))).toBe(false);
    const blob = await fetchFileBlob(bob, id);
    expect([await bytes(blob), blob.type]).toEqual([await bytes(file), 'audio/mpeg']);
    expect(await bob.db.messages.get(id)).toMatchObject({ content: { encrypted: true, type: 'file' } });
    const percents = progressPercents(bob, id, 'download');
    expect([
      percents.slice(-2),
      percents.slice(0, -2).every((percent) => percent <= limits.downloadProgressCap),
    ]).toEqual([[100, -1], true]);
    expect(progressPercents(alice, id, 'upload').slice(-2)).toEqual([100, -1]);
  });

  it('R92 R95 in a group, where it is small enough for one piece', async () => {
    const { conversationId } = await alice.engine.calls.createGroup({
      requestId: nextId(),
      name: 'Files',
      identifiers: [bob.identifier],
    });
    const file = newFile(1_000);
    const id = await sendFile(alice, conversationId, file);
    expect(await bytes(await fetchFileBlob(bob, id))).toBe(await bytes(file));
  });

  it('R95 several at once, each whole, and the words after them last', async () => {
    const files = [newFile(3 * limits.uploadPart), newFile(5), newFile(limits.uploadPart - 65)];
    const ids = await Promise.all(files.map((file) => sendFile(alice, world.conversationId, file)));
    const text = await alice.sendMessage(world.conversationId, 'see there');
    for (const [index, id] of ids.entries())
      expect(await bytes(await fetchFileBlob(bob, id))).toBe(await bytes(files[index]!));
    await waitForArrival(bob, text);
    const places = await Promise.all([...ids, text].map(async (id) => (await bob.db.messages.get(id))!.seq));
    expect(Math.max(...places)).toBe(places.at(-1));
  });

  it('R93 T16 what is not what its sender has sealed, or is not there, gives nobody anything to open', async () => {
    const id = await sendFile(alice, world.conversationId, newFile(3_000));
    await waitForArrival(bob, id);
    const said = await fileContentOf(bob, id);
    // The end of the key is that of the MAC. Without it, one of 256 wrong keys of the cipher would open something.
    const other = (text: string) => text.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    const forged = [
      ['FILE_CORRUPT', { digest: other(said.file.digest) }],
      ['FILE_CORRUPT', { key: other(said.file.key) }],
      ['FILE_CORRUPT', { uri: said.file.uri.replace('/files/', '/files/other/') + '/..' }],
      ['FILE_GONE', { uri: other(said.file.uri) }],
    ] as const;
    for (const [code, lie] of forged) {
      const false$ = nextId();
      await alice.engine.calls.send({
        id: false$,
        conversationId: world.conversationId,
        type: 'file',
        body: { ...said, file: { ...said.file, ...lie } },
      });
      await waitForArrival(bob, false$);
      await expect(bob.engine.calls.fetchFile({ id: false$ })).rejects.toMatchObject({ code });
      expect(await bob.db.files.get(false$)).toBeUndefined();
    }
  });

  it('R60 R49 what was withdrawn is here no more', async () => {
    const id = await sendFile(alice, world.conversationId, newFile(100));
    await fetchFileBlob(bob, id);
    await alice.sendCommand(world.conversationId, 'withdraw', {}, [id]);
    await waitUntil('the withdrawal', async () => (await bob.db.messages.get(id))?.withdrawn !== undefined);
    expect(await bob.db.files.get(id)).toBeUndefined();
    await expect(bob.engine.calls.fetchFile({ id })).rejects.toMatchObject({ code: 'FILE_GONE' });
  });
});

/** Runs this once this many parts of an upload have arrived. */
const runAtPart = (who: TestDevice, id: string, part: number, run: () => void) => {
  let progressCount = 0;
  const subscription = who.engine.events$.subscribe((event) => {
    if (event.type !== 'fileProgress' || event.id !== id || event.percent < 20 || (progressCount += 1) !== part) return;
    subscription.unsubscribe();
    run();
  });
};

describe('C18 an upload that is cut', () => {
  const points =
    rounds === 1
      ? [1, 4, parts]
      : Array.from({ length: parts * Math.ceil(rounds / 5) }, (_, index) => 1 + (index % parts));

  it.each(points)(
    'C18 as part %i has arrived: it goes on by itself, and the other gets what was sent',
    async (part) => {
      const file = newFile(parts * limits.uploadPart - 100);
      const id = nextId();
      let cut = false;
      runAtPart(alice, id, part, () => {
        cut = true;
        alice.proxy.reset();
        setTimeout(() => void alice.engine.calls.reconnect({}), 50);
      });
      await alice.engine.calls.sendFile({
        id,
        conversationId: world.conversationId,
        type: 'file',
        file,
        body: { name: 'cut.bin', mime: '', preview: '' },
      });
      expect(await bytes(await fetchFileBlob(bob, id))).toBe(await bytes(file));
      expect(cut).toBe(true);
      expect(await alice.db.messages.get(id)).toMatchObject({ pending: false, error: '' });
    },
  );

  it('C18 C1 a device that dies in the middle goes on when it is on again: the same object, and no other', async () => {
    let line: DeviceConnection | undefined;
    const carol = await world.person('Carol', undefined, (proxy) => {
      line = createDeviceConnection({ clock: asyncScheduler, cut: () => proxy.reset() });
      return { clock: asyncScheduler, ...line };
    });
    await carol.waitForKeys();
    const { conversationId } = await carol.engine.calls.openPrivateChat({ identifier: bob.identifier });
    const file = newFile(parts * limits.uploadPart);
    const id = nextId();
    const died = Promise.withResolvers<void>();
    runAtPart(carol, id, 3, () => {
      const dying = line!;
      void carol
        .crash(() => {
          dying.die();
          carol.proxy.reset();
        })
        .then(died.resolve, died.reject);
    });
    await carol.engine.calls.sendFile({
      id,
      conversationId,
      type: 'file',
      file,
      body: { name: 'dies.bin', mime: '', preview: '' },
    });
    const name = async () => (await carol.db.outbox.get(id))?.resume?.name;
    await waitUntil('its name', async () => (await name()) !== undefined);
    const begun = await name();
    await died.promise;
    expect(await bytes(await fetchFileBlob(bob, id))).toBe(await bytes(file));
    expect((await fileContentOf(bob, id)).file.uri.endsWith(begun!)).toBe(true);
    expect(await carol.db.files.get(id)).toMatchObject({ state: 'here', key: begun });
  });

  it('C18 written offline it goes when the connection is back', async () => {
    alice.proxy.set({ offline: true });
    await waitUntil('the loss to be noticed', () => alice.engine.state$.value.connection.status !== 'open');
    const file = newFile(limits.uploadPart + 1);
    const id = await sendFile(alice, world.conversationId, file);
    expect(await alice.db.messages.get(id)).toMatchObject({ loading: true, pending: true });
    alice.proxy.set({ offline: false });
    await alice.engine.calls.reconnect({});
    expect(await bytes(await fetchFileBlob(bob, id))).toBe(await bytes(file));
  });

  it('R95 called off in the middle: nothing is sent, and what the store had of it is cleared', async () => {
    const id = nextId();
    const discarded = Promise.withResolvers<void>();
    runAtPart(alice, id, 2, () => void alice.engine.calls.discard({ id }).then(discarded.resolve, discarded.reject));
    const file = newFile(parts * limits.uploadPart);
    await alice.engine.calls.sendFile({
      id,
      conversationId: world.conversationId,
      type: 'file',
      file,
      body: { name: 'never.bin', mime: '', preview: '' },
    });
    await discarded.promise;
    const next = await sendFile(alice, world.conversationId, newFile(10));
    await waitForArrival(bob, next);
    expect([await bob.db.messages.get(id), await alice.db.messages.get(id), await alice.db.files.get(id)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('R153 no room', () => {
  it('R153 C9 storage that is full while a file is uploaded never loses it: it is sent as soon as there is room', async () => {
    const file = newFile(2 * limits.uploadPart);
    const id = nextId();
    const plain = FDBObjectStore.prototype.put;
    let full = false;
    let refused = 0;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function refuse(
      this: InstanceType<typeof FDBObjectStore>,
      ...args: Parameters<typeof plain>
    ) {
      if (full && ['outbox', 'files', 'messages'].includes(this.name)) {
        refused += 1;
        throw new DOMException('no room', 'QuotaExceededError');
      }
      return plain.apply(this, args);
    });
    runAtPart(alice, id, 1, () => {
      full = true;
    });
    await alice.engine.calls.sendFile({
      id,
      conversationId: world.conversationId,
      type: 'file',
      file,
      body: { name: 'kept.bin', mime: '', preview: '' },
    });
    await waitUntil('the refusal', () => refused > 3 && progressPercents(alice, id, 'upload').at(-1) === -1);
    expect(await alice.db.messages.get(id)).toMatchObject({ loading: true, pending: true, error: '' });
    expect(await bytes((await alice.db.files.get(id))!.blob)).toBe(await bytes(file));
    full = false;
    expect(await bytes(await fetchFileBlob(bob, id))).toBe(await bytes(file));
  });
});

describe('files end when nobody holds them', () => {
  const isThere = async ({ file }: { file: { uri: string } }) =>
    (await fetch(`${world.url}${file.uri}`)).status === 200;
  const nameIn = ({ file }: { file: { uri: string } }) => file.uri.slice('/files/'.length);
  const toTell = async (who: TestDevice) =>
    (await who.db.identity.where('key').startsWith('release:').primaryKeys()).length;
  const later = async () => {
    clockOffset += limits.releasedFileRetention;
    await world.sweep();
  };

  it('what is withdrawn or deleted with its account is gone a day later, whatever was cut meanwhile; what another holds too stays until both have let go', async () => {
    const carol = await world.person('Carol');
    await carol.waitForKeys();
    const { conversationId } = await carol.engine.calls.openPrivateChat({ identifier: bob.identifier });
    const ids = await Promise.all([
      sendFile(alice, world.conversationId, newFile(1_000)),
      sendFile(alice, world.conversationId, newFile(1_000)),
      sendFile(carol, conversationId, newFile(1_000)),
      sendFile(carol, conversationId, newFile(1_000)),
    ]);
    for (const [index, id] of ids.entries()) await waitUntilSent(index < 2 ? alice : carol, id);
    for (const id of ids) await fetchFileBlob(bob, id);
    const [withdrawn, kept, held, deleted] = await Promise.all(ids.map((id) => fileContentOf(bob, id)));
    const names = [nameIn(held!)];
    expect(await bob.engine.calls.api({ call: 'file.hold', request: { names } })).toEqual({ missing: [] });

    alice.proxy.set({ offline: true });
    await alice.sendCommand(world.conversationId, 'withdraw', {}, [ids[0]!]);
    expect(await toTell(alice)).toBe(0);
    await alice.restart();
    alice.proxy.set({ offline: false });
    await waitUntil('the withdrawal', async () => (await bob.db.messages.get(ids[0]!))?.withdrawn !== undefined);
    await waitUntil(
      'Alice to have let go',
      async () => (await alice.db.outbox.count()) === 0 && (await toTell(alice)) === 0,
    );
    await carol.engine.calls.deleteAccount({ confirm: carol.identifier });
    expect(await Promise.all([withdrawn!, kept!, held!, deleted!].map(isThere))).toEqual([true, true, true, true]);
    clockOffset += limits.newAccountDeletionAfter;
    await world.sweep();
    await later();
    expect(await Promise.all([withdrawn!, kept!, held!, deleted!].map(isThere))).toEqual([false, true, true, false]);
    // An opened file stays on the device.
    expect((await bob.db.files.get(ids[3]!))?.blob.size).toBe(1_000);
    await bob.engine.calls.api({ call: 'file.release', request: { names } });
    await later();
    expect(await isThere(held!)).toBe(false);
  });
});
