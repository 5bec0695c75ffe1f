import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucket } from '../files/ownStore/uploadActions.ts';
import { openObjectDisk } from '../files/ownStore/disk.ts';
import { signIn } from '../testing/client.ts';
import {
  createDatabase,
  query,
  startTestGateway,
  temporaryFolder,
  testDatabaseVariable,
  type TestGateway,
} from '../testing/gateway.ts';
import { fillStore } from '../testing/fillStore.ts';
import { exportBackup } from './exportBackup.ts';
import { filesIn, objectsIn } from './files.ts';
import { importBackup } from './importBackup.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';

const say = () => undefined;
const size = Number(process.env['AMBER_RESTORED'] ?? 1);
const folders: string[] = [];
let gateway: TestGateway;
let dataDir: string;
let backup: string;

async function newFolder(): Promise<string> {
  folders.push(await temporaryFolder());
  return folders.at(-1)!;
}
const newDatabase = () => createDatabase(process.env[testDatabaseVariable]!);

async function putObject(key: string, bytes: Buffer): Promise<void> {
  const disk = await openObjectDisk({ folder: join(dataDir, bucket), reserve: 0 });
  const body = (async function* () {
    yield bytes;
  })();
  await disk.put(key, { size: bytes.length, most: bytes.length, md5: undefined, body });
}

const nameOf = (key: string) => Buffer.from(key).toString('hex');
async function partOf(folder: string, key: string): Promise<string> {
  const [part] = await readdir(join(folder, nameOf(key)));
  return join(folder, nameOf(key), part!);
}

beforeAll(async () => {
  gateway = await startTestGateway();
  const [me, other] = [await signIn(gateway, { name: 'Zoë "ß" \\ 名' }), await signIn(gateway, { name: 'Other' })];
  await fillStore(
    gateway.databaseUrl,
    { people: 200 * size, groups: 100 * size, messages: 20, moments: 50, spaces: 40 },
    me.identifier,
    other.identifier,
  );
  await other.api.user.deleteAccount({ confirm: other.identifier });
  dataDir = await newFolder();
  await putObject('chat/one', Buffer.from('first'));
  await putObject('chat/two', Buffer.alloc(100_000, 7));
  backup = await newFolder();
  await exportBackup(backup, { databaseUrl: gateway.databaseUrl, dataDir, say });
});
afterAll(async () => {
  await gateway.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** What a restore changes on purpose. */
const changed = new Set(['conversation', 'person', 'notice', 'one_time_key', 'sms_code', 'wallet_nonce']);
const digests = ({ tables }: Manifest) =>
  tables.filter(({ name }) => !changed.has(name)).map(({ name, rows, sha256 }) => [name, rows, sha256]);

describe('a backup', () => {
  test('holds every row and file; restored into an embedded database, and from there into another one, it is the same', async () => {
    const first = await readManifest(backup);
    const [embedded, second, third] = [await newFolder(), await newFolder(), await newFolder()];
    await importBackup(backup, { databaseUrl: undefined, dataDir: embedded, say });
    await exportBackup(second, { databaseUrl: undefined, dataDir: embedded, say });
    const databaseUrl = await newDatabase();
    await importBackup(second, { databaseUrl, dataDir: third, say });
    const fourth = await newFolder();
    const last = await exportBackup(fourth, { databaseUrl, dataDir: third, say });
    expect(digests(last)).toEqual(digests(first));
    expect(last.sequences).toEqual(first.sequences);
    const count = ({ tables }: Manifest, name: string) => tables.find((table) => table.name === name)!.rows;
    expect([count(last, 'message'), count(last, 'person')]).toEqual([
      100 * size * 20,
      (await query<{ count: number }>(gateway, 'select count(*)::int from person')).rows[0]!.count,
    ]);
    expect(await readFile(await partOf(objectsIn(third), 'chat/one'), 'utf8')).toBe('first');
    // People go on in it: triggers count, and sequences do not start again.
    const again = await startTestGateway({ databaseUrl, dataDir: third });
    const newcomer = await signIn(again);
    const { rows } = await query<{ members: number; counted: number }>(
      again,
      `select (select count(*)::int from space_member where space = 'welcome') as members,
         (select member_count from space where id = 'welcome') as counted`,
    );
    expect(rows[0]!.counted).toBe(rows[0]!.members);
    expect(newcomer.identifier).toMatch(/^[a-z2-7]{16}$/);
    await again.close();
  });

  test('into a folder that has one already only new files are copied, and it is whole at any time', async () => {
    const copy = await newFolder();
    const options = { databaseUrl: gateway.databaseUrl, dataDir, say };
    await exportBackup(copy, { ...options, now: 1 });
    const before = (await stat(await partOf(filesIn(copy), 'chat/two'))).ctimeMs;
    await putObject('chat/three', Buffer.from('third'));
    await rm(join(objectsIn(dataDir), nameOf('chat/one')), { recursive: true });
    await exportBackup(copy, { ...options, now: 2 });
    expect((await stat(await partOf(filesIn(copy), 'chat/two'))).ctimeMs).toBe(before);
    expect((await readdir(filesIn(copy))).sort()).toEqual([nameOf('chat/three'), nameOf('chat/two')].sort());
    expect((await readdir(copy)).sort()).toEqual(['files', 'manifest.json', 'tables-2']);
    await rm(join(objectsIn(dataDir), nameOf('chat/three')), { recursive: true });
    await putObject('chat/one', Buffer.from('first'));
  });

  test('a damaged one restores nothing, and says what is damaged; mended, the same import goes on', async () => {
    const copy = await newFolder();
    const { folder } = await exportBackup(copy, { databaseUrl: gateway.databaseUrl, dataDir, say });
    const databaseUrl = await newDatabase();
    const target = await newFolder();
    const options = { databaseUrl, dataDir: target, say };
    const people = join(copy, folder, 'person.jsonl.gz');
    const whole = await readFile(people);
    const cases: [() => Promise<void>, string][] = [
      [() => writeFile(people, whole.subarray(0, -20)), 'cannot be read'],
      [() => appendFile(people, whole), 'is damaged'],
      [() => rm(people), 'cannot be read'],
    ];
    for (const [damage, sentence] of cases) {
      await damage();
      await expect(importBackup(copy, options)).rejects.toThrow(sentence);
      await writeFile(people, whole);
    }
    const personTable = () => query({ databaseUrl }, "select from pg_class where relname = 'person'");
    expect((await personTable()).rows).toEqual([]);
    const file = await partOf(filesIn(copy), 'chat/one');
    await writeFile(file, 'First');
    await expect(importBackup(copy, options)).rejects.toThrow('is damaged');
    await rm(file);
    await rm(join(filesIn(copy), nameOf('chat/one')), { recursive: true });
    await expect(importBackup(copy, options)).rejects.toThrow('1 are missing');
    await exportBackup(copy, { databaseUrl: gateway.databaseUrl, dataDir, say });
    const interruption = new AbortController();
    const interrupted = importBackup(copy, {
      ...options,
      signal: interruption.signal,
      say: (sentence) => sentence.startsWith('files') && interruption.abort(new Error('Stopped')),
    });
    await expect(interrupted).rejects.toThrow('Stopped');
    expect((await personTable()).rows).toEqual([]);
    const before = (await stat(await partOf(objectsIn(target), 'chat/two'))).ctimeMs;
    await importBackup(copy, options);
    expect((await stat(await partOf(objectsIn(target), 'chat/two'))).ctimeMs).toBe(before);
    await expect(importBackup(copy, options)).rejects.toThrow('People have signed in');
  });

  test('is refused when it is not whole, of a newer or a very old build, or for a database that is in use', async () => {
    const folder = await newFolder();
    const options = { databaseUrl: await newDatabase(), dataDir: await newFolder(), say };
    await expect(importBackup(folder, options)).rejects.toThrow('holds no whole backup');
    await writeManifest(folder, { ...(await readManifest(backup)), schema: 9_999 });
    await expect(importBackup(folder, options)).rejects.toThrow('this build knows');
    await writeManifest(folder, { ...(await readManifest(backup)), schema: 12 });
    await expect(importBackup(folder, options)).rejects.toThrow('Start the last build of Amber 0.1 with this data');
    await expect(importBackup(backup, { ...options, databaseUrl: gateway.databaseUrl })).rejects.toThrow(
      'People have signed in',
    );
    const running = await startTestGateway({ databaseUrl: options.databaseUrl });
    await expect(importBackup(backup, options)).rejects.toThrow('A gateway is running on this database');
    await running.close();
    // It has only been started: nobody has anything in it.
    await importBackup(backup, options);
    const other = await newDatabase();
    await query({ databaseUrl: other }, 'create table invoices (id text)');
    await expect(importBackup(backup, { ...options, databaseUrl: other })).rejects.toThrow('something else');
  });

  test('only its owner can read it: it holds the secrets of the server', async () => {
    const files = await readdir(backup, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      files.map(async (file) => (await stat(join(file.parentPath, file.name))).mode & 0o077),
    );
    expect(new Set(modes)).toEqual(new Set([0]));
  });

  test('R247 a deletion that was pending is not carried out after a restore: it may have been cancelled since', async () => {
    const pending = 'select from person where deletes_at is not null';
    expect((await query(gateway, pending)).rows).toHaveLength(1);
    const databaseUrl = await newDatabase();
    await importBackup(backup, { databaseUrl, dataDir: await newFolder(), say });
    expect((await query({ databaseUrl }, pending)).rows).toEqual([]);
  });

  test('a session goes on from a token that is newer than the backup', async () => {
    const person = await signIn(gateway);
    const next = await person.api.user.refreshToken({ refreshToken: person.tokens.refreshToken });
    const later = await person.api.user.refreshToken({ refreshToken: next.refreshToken });
    await query(gateway, 'update family set generation = 1 where identifier = $1', [person.identifier]);
    const { token } = await person.api.user.refreshToken({ refreshToken: later.refreshToken });
    expect(token).not.toBe(later.token);
    // What was stolen before is still noticed.
    await query(gateway, 'update family set rotated_at = 0 where identifier = $1', [person.identifier]);
    await expect(person.api.user.refreshToken({ refreshToken: next.refreshToken })).rejects.toMatchObject({
      code: '1003',
    });
  });
});
