import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { limits as usual } from '@amber/proto/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeCode, signIn, type Person } from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { fileUrlOf, ossClientOf, requestPermit, newUploadName, type UploadPermit } from '../testing/uploads.ts';

const day = 24 * 60 * 60_000;
let now = Date.now();
let gateway: TestGateway;
let dataDir: string;
let [alice, bob, eve]: Person[] = [];
beforeAll(async () => {
  dataDir = await temporaryFolder();
  gateway = await startTestGateway({
    clock: () => now,
    dataDir,
    limits: { filesPerCall: 5, uploadBytesPerDay: 1_000_000 },
  });
});
afterAll(() => gateway.close());

/** More than a day passes; tokens expire with it. */
async function later(after = usual.releasedFileRetention): Promise<void> {
  now += after;
  await gateway.sweep();
}
/** Three people with new sessions. */
async function people(): Promise<void> {
  [alice, bob, eve] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
}
/** The store's client, on the gateway's clock. */
function clientAt(leave: UploadPermit) {
  const client = ossClientOf(leave);
  // Exported by the library, but missing from its types.
  (client as unknown as { options: { amendTimeSkewed: number } }).options.amendTimeSkewed = now - Date.now();
  return client;
}
async function upload(person: Person, body: Buffer | string = 'sealed'): Promise<UploadPermit> {
  const leave = await requestPermit(person);
  await clientAt(leave).put(leave.key, Buffer.from(body));
  return leave;
}
const isThere = async (leave: UploadPermit): Promise<boolean> => (await fetch(fileUrlOf(leave))).status === 200;
const release = (person: Person, ...leaves: UploadPermit[]) =>
  person.api.file.release({ names: leaves.map(({ key }) => key) });
const hold = async (person: Person, ...leaves: UploadPermit[]) =>
  (await person.api.file.hold({ names: leaves.map(({ key }) => key) })).missing;
const rowsOf = async (leave: UploadPermit) =>
  (await query(gateway, 'select key from upload where key = $1', [leave.key])).rows.length;

describe('who holds a file', () => {
  test('who has uploaded it does; let go of, it is removed after a day, with its name, and not before', async () => {
    await people();
    const [kept, gone] = [await upload(alice!), await upload(alice!)];
    await release(alice!, gone);
    await release(alice!, gone);
    await later(usual.releasedFileRetention - 1);
    expect([await isThere(kept), await isThere(gone)]).toEqual([true, true]);
    await later(1);
    expect([await isThere(kept), await isThere(gone), await rowsOf(kept), await rowsOf(gone)]).toEqual([
      true,
      false,
      1,
      0,
    ]);
    await expect(access(join(dataDir, 'files/objects', Buffer.from(gone.key).toString('hex')))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await later(40 * day);
    expect(await isThere(kept)).toBe(true);
  });

  test('a second who holds it keeps it, until both have let go, in whatever order', async () => {
    for (const isUploaderFirst of [true, false]) {
      await people();
      const leave = await upload(alice!);
      expect(await hold(bob!, leave)).toEqual([]);
      const [first, last] = isUploaderFirst ? [alice!, bob!] : [bob!, alice!];
      await release(first, leave);
      await later();
      expect(await isThere(leave)).toBe(true);
      await release(await signIn(gateway, { phone: last.phone, deviceId: last.deviceId }), leave);
      await later();
      expect(await isThere(leave)).toBe(false);
    }
  });

  test('of two who let go at once, one is the last', async () => {
    await people();
    const leaves = await Promise.all(Array.from({ length: 5 }, () => upload(alice!)));
    await hold(bob!, ...leaves);
    await Promise.all([release(alice!, ...leaves), release(bob!, ...leaves.toReversed())]);
    await later();
    expect(await Promise.all(leaves.map(isThere))).toEqual(leaves.map(() => false));
  });

  test('held again in time, it stays; its uploader who goes on with it holds it again', async () => {
    await people();
    const [held, resumed] = [await upload(alice!), await upload(alice!)];
    await release(alice!, held, resumed);
    expect(await hold(bob!, held)).toEqual([]);
    await requestPermit(alice!, resumed.key.slice('chat/'.length));
    await later();
    expect([await isThere(held), await isThere(resumed)]).toEqual([true, true]);
  });

  test('an upload that was called off leaves nothing', async () => {
    await people();
    const leave = await requestPermit(alice!);
    await clientAt(leave).initMultipartUpload(leave.key);
    await release(alice!, leave);
    await later();
    expect(await rowsOf(leave)).toBe(0);
  });
});

describe('who lies', () => {
  test('nobody lets go for another', async () => {
    await people();
    const leave = await upload(alice!);
    await release(eve!, leave);
    await later();
    expect(await isThere(leave)).toBe(true);
  });

  test('holding takes a name of something that is there, costs what uploading it would, and a refusal holds nothing', async () => {
    await people();
    const [small, large] = [await upload(alice!), await upload(alice!, randomBytes(600_000))];
    const nothing = await requestPermit(alice!);
    const unknown = { ...small, key: `chat/${newUploadName()}` };
    expect(await hold(eve!, small, nothing, unknown)).toEqual([nothing.key, unknown.key]);
    expect(await outcomeCode(hold(eve!, large, large))).toBe('SUCCESS');
    const second = await upload(bob!, randomBytes(600_000));
    expect(await outcomeCode(hold(eve!, second))).toBe('UPLOADS_FULL');
    await release(bob!, second);
    await release(alice!, small, large, nothing);
    await later();
    expect([await isThere(small), await isThere(large), await isThere(second), await rowsOf(nothing)]).toEqual([
      true,
      true,
      false,
      0,
    ]);
  });

  test('what is no name is refused', async () => {
    await people();
    const wrong = [
      '',
      'chat/',
      `chat/${'a'.repeat(35)}`,
      `chat/${'a'.repeat(37)}`,
      `../${'a'.repeat(36)}`,
      `chat/../${'a'.repeat(33)}`,
      `/files/chat/${'a'.repeat(36)}`,
      `chat/${'a'.repeat(36)}\n`,
    ];
    for (const name of wrong) {
      for (const call of ['hold', 'release'] as const)
        expect(await outcomeCode(alice!.api.file[call]({ names: [name] }))).toBe('BAD_REQUEST');
    }
  });

  test('a call takes so many names', async () => {
    await people();
    const names = Array.from({ length: 6 }, () => `chat/${newUploadName()}`);
    for (const call of ['hold', 'release'] as const) {
      expect(await outcomeCode(alice!.api.file[call]({ names }))).toBe('TOO_LARGE');
      expect(await outcomeCode(alice!.api.file[call]({ names: names.slice(1) }))).toBe('SUCCESS');
    }
  });
});

describe('the end', () => {
  test('R196 an account that is deleted lets go of all; what others hold stays', async () => {
    await people();
    const [mine, shared, theirs] = [await upload(alice!), await upload(alice!), await upload(bob!)];
    await hold(bob!, shared);
    await hold(alice!, theirs);
    await deleteAccountNow(gateway, alice!);
    expect(await isThere(mine)).toBe(true);
    await later();
    expect([await isThere(mine), await isThere(shared), await isThere(theirs), await rowsOf(mine)]).toEqual([
      false,
      true,
      true,
      0,
    ]);
  });

  test('what was there before holds were kept: names that have an owner are held by it, others stay', async () => {
    await people();
    const [owned, nobodys] = [await upload(alice!), await upload(alice!)];
    await query(gateway, 'delete from file_hold where key = $1', [nobodys.key]);
    await query(gateway, 'update upload set owner = null where key = $1', [nobodys.key]);
    const unrecorded = await upload(alice!);
    await query(gateway, 'delete from upload where key = $1', [unrecorded.key]);
    await release(alice!, owned, nobodys, unrecorded);
    await later();
    expect([await isThere(owned), await isThere(nobodys), await isThere(unrecorded)]).toEqual([false, true, true]);
  });
});
