// Gateways with the pages of different builds on one database.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { noMetrics } from '../core/metrics/metrics.ts';
import { openStore } from '../db/store.ts';
import { createAsset } from '../files/assets.ts';
import { migratedDatabase, query, startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { createHostFiles } from './hostFiles.ts';

let now = Date.UTC(2026, 10, 1, 12);
let folder: string;
let databaseUrl: string;
const running: TestGateway[] = [];
const warnings: unknown[] = [];

/** Starts a gateway of a build with these files beside its page. */
async function startBuild(name: string, files: Record<string, string>): Promise<TestGateway> {
  const shellDir = join(folder, name);
  for (const subfolder of ['assets', 'kit']) await mkdir(join(shellDir, subfolder), { recursive: true });
  const page = { 'index.html': '<!doctype html><html><head><!--amber-config--></head><body></body></html>' };
  for (const [file, text] of Object.entries({ ...page, ...files })) await writeFile(join(shellDir, file), text);
  const log = Object.assign(createLog('silent'), { warn: (fields: unknown) => warnings.push(fields) });
  const gateway = await startTestGateway({ shellDir, databaseUrl, clock: () => now, log });
  running.push(gateway);
  return gateway;
}

const kitJson = (version: string, path: string) =>
  JSON.stringify({ version, file: path.replace('kit/', ''), integrity: 'sha512-x', contract: 2 });

beforeAll(async () => {
  [folder, databaseUrl] = [await temporaryFolder(), await migratedDatabase()];
});
afterAll(async () => {
  for (const gateway of running) await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

const get = ({ url }: TestGateway, path: string) => fetch(`${url}/chat/${path}`);
const textOf = async (gateway: TestGateway, path: string) => {
  const answer = await get(gateway, path);
  return answer.status === 200 ? answer.text() : answer.status;
};

test('R241 during an upgrade each gateway serves the files of pages that the other one serves', async () => {
  const older = await startBuild('older', { 'assets/main.aaaaaaaa.js': 'older', 'engine.js': 'older engine' });
  const newer = await startBuild('newer', { 'assets/main.bbbbbbbb.js': 'newer', 'engine.js': 'newer engine' });
  for (const gateway of [older, newer]) {
    expect(await textOf(gateway, 'assets/main.aaaaaaaa.js')).toBe('older');
    expect(await textOf(gateway, 'assets/main.bbbbbbbb.js')).toBe('newer');
    expect(await textOf(gateway, 'assets/main.cccccccc.js')).toBe(404);
  }
  // The same headers as from the gateway that has it on its disk.
  const [own, foreign] = [await get(newer, 'assets/main.bbbbbbbb.js'), await get(older, 'assets/main.bbbbbbbb.js')].map(
    ({ headers }) => Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
  );
  expect(foreign).toEqual(own);
  expect(foreign!['cache-control']).toContain('immutable');
  // A name without a hash means each gateway's own file.
  expect(await textOf(older, 'engine.js')).toBe('older engine');
  expect(await textOf(newer, 'engine.js')).toBe('newer engine');
});

test('R241 a build never replaces the file of another one, and its gateway says so', async () => {
  const third = await startBuild('third', { 'assets/main.aaaaaaaa.js': 'third' });
  expect(await textOf(third, 'assets/main.aaaaaaaa.js')).toBe('third');
  expect(await textOf(running[1]!, 'assets/main.aaaaaaaa.js')).toBe('older');
  expect(warnings).toContainEqual({ files: ['/chat/assets/main.aaaaaaaa.js'] });
});

test('R241 files of a build that has not run for two weeks are gone; those of a running one stay', async () => {
  for (const gateway of running.splice(0)) await gateway.close();
  now += limits.hostFileRetention;
  const newer = await startBuild('newer', {});
  await newer.sweep();
  expect(await textOf(newer, 'assets/main.aaaaaaaa.js')).toBe(404);
  expect(await textOf(newer, 'assets/main.bbbbbbbb.js')).toBe('newer');
  expect((await query(newer, 'select path from host_file')).rows).toEqual([{ path: '/chat/assets/main.bbbbbbbb.js' }]);
});

test('R206 a kit stays where lockfiles name it, long after its build has gone', async () => {
  const kit = 'kit/amber-kit-2.0.0-build.aaaaaaaa1.tgz';
  const first = await startBuild('first', { 'kit/kit.json': kitJson('first', kit), [kit]: 'first kit' });
  const description = (await (await get(first, 'kit/')).json()) as object;
  expect(description).toEqual({
    version: 'first',
    integrity: 'sha512-x',
    contract: 2,
    url: `${first.url}/chat/${kit}`,
  });
  const served = await get(first, kit);
  expect(served.headers.get('content-type')).toBe('application/gzip');
  expect(served.headers.get('cache-control')).toContain('immutable');
  expect(served.headers.get('content-encoding')).toBeNull();

  const second = await startBuild('second', { 'kit/kit.json': kitJson('second', 'kit/amber-kit-2.tgz') });
  expect(await textOf(second, kit)).toBe('first kit');
  await running.pop()!.close();
  await running.pop()!.close();
  now += 300 * 24 * 60 * 60_000;
  const third = await startBuild('third', {});
  await third.sweep();
  expect(await textOf(third, kit)).toBe('first kit');
  expect(await textOf(third, 'kit/amber-kit-2.0.0-build.bbbbbbbb1.tgz')).toBe(404);
  expect((await get(third, 'kit/')).status).toBe(404);
  now += 100 * 24 * 60 * 60_000;
  await third.sweep();
  const fourth = await startBuild('fourth', {});
  expect(await textOf(fourth, kit)).toBe(404);
});

test('R206 a gateway that has no other one beside it stores the kit, and nothing else of its build', async () => {
  const log = createLog('silent');
  const store = await openStore({
    databaseUrl: await migratedDatabase(),
    log,
    limits,
    metrics: noMetrics,
    poolSize: 2,
  });
  const [kit, script] = ['/chat/kit/amber-kit-2.0.0-build.aaaaaaaa1.tgz', '/chat/assets/main.aaaaaaaa.js'];
  const ports = { store, clock: () => now, limits, log, onError: expect.fail, onClose: () => {}, onSweep: () => {} };
  try {
    const files = createHostFiles({ ...ports, isSole: true });
    await files.publish(new Map([kit, script].map((path) => [path, createAsset(path, Buffer.from(path))])));
    expect((await files.find(kit))!.identity.toString()).toBe(kit);
    expect(await files.find(script)).toBeUndefined();
    const rows = await store.db.selectFrom('host_file').select('path').execute();
    expect(rows).toEqual([{ path: kit }]);
  } finally {
    await store.close();
  }
});
