import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { respond } from './respond.ts';
import { repair } from './repair.ts';
import { responseOf, base, fakePorts, type Served } from './testing/fakePorts.ts';

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const [script, sealing] = ['assets/main.0123abcd.js', 'assets/sealing.0123abcd.js'];
const list = JSON.stringify({ [script]: hashOf('the script'), [sealing]: hashOf('the sealing'), 'engine.js': '' });

const kept = (more: Record<string, string>) => ({
  [base]: 'the page',
  [`${base}files.json`]: list,
  [base + script]: 'the script',
  [base + sealing]: 'the sealing',
  [`${base}engine.js`]: 'the engine',
  ...more,
});
const served: Served = { [base + script]: 'the script', [base + sealing]: 'the sealing' };

test('R149 a damaged file of the host is fetched again by its hash, and no other', async () => {
  const { ports, asked, cached: now } = fakePorts(served, kept({ [base + script]: 'the scrapt' }));
  expect(await repair(ports)).toBe(true);
  expect(asked).toEqual([{ url: base + script, integrity: hashOf('the script') }]);
  expect(await now()).toMatchObject({ '': 'the page', [script]: 'the script' });
  expect(await repair(ports)).toBe(false);
});

test.each<[string, Served]>([
  ['the gateway has it no more', { [base + script]: async () => responseOf(base + script, '', 404) }],
  ['nobody answers', {}],
])('R149 a damaged file that cannot be fetched goes, and the page with it: %s', async (_, gateway) => {
  const { ports, cached: now } = fakePorts(gateway, kept({ [base + script]: 'the scrapt' }));
  expect(await repair(ports)).toBe(true);
  expect(Object.keys(await now())).toEqual(['files.json', sealing, 'engine.js']);
  // It ends: the page is not loaded again and again.
  expect(await repair(ports)).toBe(false);
});

test('R149 what an older worker has kept has no list, and is left alone', async () => {
  const { ports, asked } = fakePorts(served, { [base]: 'the page', [base + script]: 'the scrapt' });
  expect(await repair(ports)).toBe(false);
  expect(asked).toEqual([]);
});

test.each([
  ['a worker, which checks nothing: by the list', '', 'the seeling', 'the sealing'],
  ['a worker, of what is whole', '', 'the sealing', 'the sealing'],
  ['a page, which checks it itself', hashOf('the sealing'), 'the seeling', 'the seeling'],
])('R149 R158 a kept file for %s', async (_, integrity, before, expected) => {
  const { ports } = fakePorts(served, kept({ [base + sealing]: before }));
  const request = { url: base + sealing, mode: 'no-cors', method: 'GET', integrity } as Request;
  expect(await (await respond(request, ports)!).text()).toBe(expected);
});
