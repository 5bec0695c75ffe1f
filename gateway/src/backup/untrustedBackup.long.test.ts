// A backup may come from a stranger: whatever it claims, nothing outside the data folder is read or written.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openObjectDisk } from '../files/ownStore/disk.ts';
import { bucket } from '../files/ownStore/uploadActions.ts';
import { isPostmaster, readPostmaster } from '../db/postgres/postmaster.ts';
import { prepareDataLocation } from '../db/postgres/dataLocation.ts';
import { signIn } from '../testing/client.ts';
import {
  createDatabase,
  query,
  startTestGateway,
  temporaryFolder,
  testDatabaseVariable,
  type TestGateway,
} from '../testing/gateway.ts';
import { exportBackup } from './exportBackup.ts';
import { filesIn } from './files.ts';
import { importBackup } from './importBackup.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';

const say = () => undefined;
const folders: string[] = [];
let gateway: TestGateway;
let honest: string;

async function newFolder(): Promise<string> {
  folders.push(await temporaryFolder());
  return folders.at(-1)!;
}

const nameOf = (key: string) => Buffer.from(key).toString('hex');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  gateway = await startTestGateway();
  await signIn(gateway, { name: 'Someone' });
  const dataDir = await newFolder();
  const disk = await openObjectDisk({ folder: join(dataDir, bucket), reserve: 0 });
  const bytes = Buffer.from('a picture');
  const body = (async function* () {
    yield bytes;
  })();
  await disk.put('chat/one', { size: bytes.length, most: bytes.length, md5: undefined, body });
  honest = await newFolder();
  await exportBackup(honest, { databaseUrl: gateway.databaseUrl, dataDir, say });
});
afterAll(async () => {
  await gateway.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

interface Lie {
  /** The copy of an honest backup that is to be falsified. */
  folder: string;
  manifest: Manifest;
  /** Where the tables and the list of uploaded files lie. */
  tables: string;
}

/** Replaces a table's rows, with a digest that fits them. */
async function replaceTable({ folder, manifest, tables }: Lie, name: string, rows: number, gz: Buffer): Promise<void> {
  await writeFile(join(tables, `${name}.jsonl.gz`), gz);
  await writeManifest(folder, {
    ...manifest,
    tables: manifest.tables.map((table) => (table.name === name ? { ...table, rows, sha256: sha256(gz) } : table)),
  });
}

const changeTables = ({ folder, manifest }: Lie, change: (tables: Manifest['tables']) => Manifest['tables']) =>
  writeManifest(folder, { ...manifest, tables: change(manifest.tables) });

const listObjects =
  (...lines: string[]) =>
  async ({ folder, manifest, tables }: Lie): Promise<void> => {
    await writeFile(join(tables, 'objects.txt'), lines.map((line) => `${line}\n`).join(''));
    await writeManifest(folder, { ...manifest, objects: lines.length });
  };

/** A chunk of 64 kB again and again, compressed: 1 MB of it unpacks to a gigabyte. */
const bomb = (chunk: string, times: number): Promise<Buffer> =>
  buffer(
    Readable.from(
      (function* () {
        yield '{"id":"';
        for (let n = 0; n < times; n += 1) yield chunk;
      })(),
    ).pipe(createGzip({ level: 9 })),
  );

const partOf = async (folder: string) => {
  const object = join(filesIn(folder), nameOf('chat/one'));
  return join(object, (await readdir(object))[0]!);
};

const lies: [string, (lie: Lie) => Promise<unknown>, string][] = [
  ['a file above the folder', listObjects('../outside'), 'objects.txt, line 1, is not the name of an uploaded file'],
  [
    'a file above the folder, further down',
    listObjects(nameOf('chat/one'), `${nameOf('a')}/../../../outside`),
    'line 2',
  ],
  ['an absolute path', listObjects('/etc/passwd'), 'is not the name'],
  ['a backslash', listObjects('..\\outside'), 'is not the name'],
  ['a drive', listObjects('C:\\outside'), 'is not the name'],
  ['a NUL', listObjects('61\u000062'), 'is not the name'],
  ['the folder itself', listObjects('.'), 'is not the name'],
  ['an endless name', listObjects('61'.repeat(1_000_000)), 'has a line that is longer than'],
  ['the same file twice', listObjects(nameOf('chat/one'), nameOf('chat/one')), 'twice'],
  [
    'more names than the manifest counts',
    ({ folder, manifest }) => writeManifest(folder, { ...manifest, objects: 0 }),
    'objects.txt',
  ],
  [
    'a link to a folder elsewhere',
    async (lie) => {
      const outside = await newFolder();
      await cp(join(filesIn(lie.folder), nameOf('chat/one')), join(outside, 'it'), { recursive: true });
      await symlink(join(outside, 'it'), join(filesIn(lie.folder), nameOf('link')));
      await listObjects(nameOf('link'))(lie);
    },
    'is a link',
  ],
  [
    'a link to a file elsewhere',
    async ({ folder }) => {
      const part = await partOf(folder);
      const outside = join(await newFolder(), 'it');
      await rename(part, outside);
      await symlink(outside, part);
    },
    'is a link',
  ],
  [
    'a link in place of the folder of files',
    async ({ folder }) => {
      const outside = join(await newFolder(), 'it');
      await rename(filesIn(folder), outside);
      await symlink(outside, filesIn(folder));
    },
    'is a link',
  ],
  [
    'a link in place of a table',
    async ({ tables }) => {
      const outside = join(await newFolder(), 'it');
      await rename(join(tables, 'person.jsonl.gz'), outside);
      await symlink(outside, join(tables, 'person.jsonl.gz'));
    },
    'is a link',
  ],
  ['a file that is cut off', async ({ folder }) => truncate(await partOf(folder), 3), 'is damaged'],
  [
    'a file larger than any upload',
    async ({ folder }) => {
      const part = await partOf(folder);
      const size = 600 * 1_048_576;
      await truncate(part, size);
      await rename(part, join(part, '..', basename(part).replace(/-\d+-/, `-${size}-`)));
    },
    'larger than an uploaded file may be',
  ],
  ['a table that is cut off', ({ tables }) => truncate(join(tables, 'person.jsonl.gz'), 40), 'cannot be read'],
  [
    'a line that unpacks to 256 MB',
    async (lie) => replaceTable(lie, 'person', 1, await bomb('0'.repeat(65_536), 4_096)),
    'has a line that is longer than',
  ],
  [
    'more lines than the manifest counts',
    async (lie) => replaceTable(lie, 'person', 1, await bomb('{}\n'.repeat(20_000), 1_000)),
    'is damaged: it has more rows than',
  ],
  [
    'a table that no build has',
    (lie) => changeTables(lie, (tables) => [...tables, { ...tables[0]!, name: 'pg_authid' }]),
    'pg_authid',
  ],
  ['the same table twice', (lie) => changeTables(lie, ([first, ...rest]) => [first!, first!, ...rest]), 'twice'],
  [
    'a table outside the schema',
    (lie) => changeTables(lie, ([first, ...rest]) => [{ ...first!, name: '../person' }, ...rest]),
    'is damaged, or of a newer build',
  ],
  [
    'a column that no build has',
    (lie) => changeTables(lie, ([first, ...rest]) => [{ ...first!, columns: [...first!.columns, 'admin'] }, ...rest]),
    'admin',
  ],
  [
    'a sequence that no build has',
    ({ folder, manifest }) => writeManifest(folder, { ...manifest, sequences: { ...manifest.sequences, person: 1 } }),
    'sequence',
  ],
  [
    'a manifest of 20 MB',
    ({ folder }) => writeFile(join(folder, 'manifest.json'), ' '.repeat(20 * 1_048_576)),
    'is damaged, or of a newer build',
  ],
  [
    'a time that is none',
    ({ folder, manifest }) => writeManifest(folder, { ...manifest, madeAt: 1e300 }),
    'is damaged, or of a newer build',
  ],
];

describe('a backup that lies', () => {
  test.each(lies)('with %s is refused before anything is written', async (_what, falsify, sentence) => {
    const folder = join(await newFolder(), 'backup');
    await cp(honest, folder, { recursive: true });
    const manifest = await readManifest(folder);
    await falsify({ folder, manifest, tables: join(folder, manifest.folder) });
    const around = await newFolder();
    const dataDir = join(around, 'data');
    const databaseUrl = await createDatabase(process.env[testDatabaseVariable]!);
    const refused = await importBackup(folder, { databaseUrl, dataDir, say }).catch((error: Error) => error);
    expect((refused as Error).message).toContain(sentence);
    expect(await readdir(around, { recursive: true })).toEqual([]);
    const { rows } = await query({ databaseUrl }, "select from pg_class where relname = 'person'");
    expect(rows).toEqual([]);
  });

  test('that asks for more space than the disk has is refused, with both numbers', async () => {
    const dataDir = join(await newFolder(), 'data');
    const databaseUrl = await createDatabase(process.env[testDatabaseVariable]!);
    await expect(importBackup(honest, { databaseUrl, dataDir, say, freeBytes: async () => 4 })).rejects.toThrow(
      /needs at least 9 bytes, and the disk of .* has 4 left/,
    );
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  test('about its rows is refused after the database started, which stops', async () => {
    const folder = join(await newFolder(), 'backup');
    await cp(honest, folder, { recursive: true });
    const manifest = await readManifest(folder);
    const lie = { folder, manifest, tables: join(folder, manifest.folder) };
    await replaceTable(lie, 'person', 1, gzipSync('{"identifier":"x","gender":[]}\n'));
    const dataDir = await newFolder();
    await expect(importBackup(folder, { databaseUrl: undefined, dataDir, say })).rejects.toThrow('is damaged');
    expect(readPostmaster(await prepareDataLocation(dataDir))).toBeNull();
  });
});

test('an import that is interrupted stops the database that it started', async () => {
  const dataDir = await newFolder();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../tools/import.ts'), honest], {
    env: { PATH: process.env['PATH'], AMBER_DATA: dataDir },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  const lines = createInterface(child.stdout);
  for await (const line of lines) if (line.includes('Starting the database server')) break;
  const place = await prepareDataLocation(dataDir);
  await expect.poll(() => readPostmaster(place)).not.toBeNull();
  const { pid } = readPostmaster(place)!;
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  await expect.poll(() => isPostmaster(pid, place)).toBe(false);
});
