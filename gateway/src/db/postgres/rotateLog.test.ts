import { appendFile, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/gateway.ts';
import { logMax, rotateLog } from './rotateLog.ts';

let folder: string;
let log: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  log = join(folder, 'postgres.log');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a log that is too large begins anew, for a server that has it open, and the one before stays', async () => {
  const server = await open(log, 'a');
  await server.write('x'.repeat(logMax - 1));
  await rotateLog(log);
  expect((await stat(log)).size).toBe(logMax - 1);
  await server.write('y');
  await rotateLog(log);
  await server.write('the next line\n');
  await server.close();
  expect(await readFile(log, 'utf8')).toBe('the next line\n');
  expect((await stat(`${log}.1`)).size).toBe(logMax);
});

test('a log that does not exist yet is no failure', () => rotateLog(join(folder, 'absent.log')));

test('the older log is readable by its owner alone', async () => {
  await rm(log);
  await rm(`${log}.1`);
  await writeFile(log, '', { mode: 0o600 });
  await appendFile(log, 'z'.repeat(logMax));
  await rotateLog(log);
  expect((await readFile(`${log}.1`, 'utf8')).startsWith('zzz')).toBe(true);
  expect((await stat(`${log}.1`)).mode & 0o077).toBe(0);
});
