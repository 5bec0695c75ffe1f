import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Release } from '@amber/proto';
import { isInRollout } from '@amber/proto/rolloutShare';
import { call, connectAs, signIn, type Person } from '@amber/gateway/testing/client';
import { insertAccounts, query, startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rankReleases } from '../../shell/src/federation/choose/rankReleases.ts';
import { brokenSource, createRemoteFolder, workingSource, type RemoteFolder } from './releaseTool.ts';

const operators = new Set<string>();
let gateway: TestGateway;
let operator: Person;
let folder: RemoteFolder;

beforeAll(async () => {
  gateway = await startTestGateway({ operators });
  operator = await signIn(gateway, { name: 'Operator' });
  operators.add(operator.identifier);
  const { deployToken } = await operator.api.rollout.createToken({ remote: 'small', name: 'small-team' });
  await insertAccounts(
    gateway,
    ['visitor', 'somebody'].flatMap((name) => Array.from({ length: 600 }, (_, number) => `${name}-${number}`)),
  );
  folder = await createRemoteFolder('small', {
    AMBER_URL: `${gateway.url}/chat/`,
    AMBER_DEPLOY_TOKEN: deployToken,
    NO_COLOR: '1',
  });
});
afterAll(async () => {
  await folder.remove();
  await gateway.close();
});

const registry = async () => await call(gateway.url, 'rollout.registry', {});
const offer = async () => (await registry()).offers.find(({ remote }) => remote === 'small')!;

/** A person's page that opens the feature: it loads the release assigned to them, and reports the outcome. */
async function visit(who: string, fails: (version: string) => boolean, stack = ''): Promise<string> {
  const { offers } = await call(gateway.url, 'rollout.pageRegistry', {});
  const own = offers.find(({ remote }) => remote === 'small')!;
  const { version } = rankReleases(own, { bucket: who, optedOutVersion: undefined, hasFailed: () => false })[0]!;
  const event = { remote: 'small', version };
  await call(gateway.url, 'rollout.report', {
    ticket: gateway.rollout.tickets.issue(who),
    events: [
      { ...event, kind: 'load' },
      fails(version)
        ? { ...event, kind: 'crash', type: 'thrown', stack }
        : { ...event, kind: 'ready', milliseconds: 180 },
    ],
  });
  return version;
}

/** Where a browser says that the release of `brokenSource` throws: by line and column of the built script. */
async function placeOfError({ version, files }: Release): Promise<string> {
  for (const { url } of files) {
    const lines = (await (await fetch(gateway.url + url)).text()).split('\n');
    const row = lines.findIndex((line) => line.includes('broken on purpose'));
    if (row >= 0 && url.endsWith('.js'))
      return `${url.split(`/${version}/`)[1]}:${row + 1}:${lines[row]!.indexOf('Error(') + 1}`;
  }
  throw new Error('no script throws');
}

describe("a remote's team ships from its own folder", () => {
  test('R154 R157 a release is built, uploaded, published to nobody, then promoted: the host is not touched', async () => {
    await folder.write('1.0.0', workingSource);
    expect(await folder.release('--notes', 'The first one')).toMatchObject({
      status: 0,
      output: expect.stringContaining('small 1.0.0 is published, for 0 % of the users') as string,
    });
    expect(await offer()).toMatchObject({
      stable: null,
      share: 0,
      candidate: { version: '1.0.0', notes: 'The first one' },
    });
    const promoted = await folder.release('promote');
    expect(promoted.status).toBe(0);
    const { stable } = await offer();
    expect(stable!.version).toBe('1.0.0');
    const { headers } = await fetch(gateway.url + stable!.entry);
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test('R157 its source maps are uploaded apart: its files do not name them, and nobody can fetch them', async () => {
    const { stable } = await offer();
    const addresses = stable!.files.map(({ url }) => gateway.url + url);
    const maps = await query<{ path: string; data: Buffer }>(gateway, 'select path, data from release_map');
    const scripts = addresses.filter((address) => address.endsWith('.js'));
    expect(maps.rows.map(({ path }) => path).sort()).toEqual(
      scripts.map((address) => address.split('/1.0.0/')[1]).sort(),
    );
    // Places and names, without the sources' text.
    expect(maps.rows.some(({ data }) => data.includes('src/remote.tsx'))).toBe(true);
    expect(maps.rows.filter(({ data }) => data.includes('sourcesContent'))).toEqual([]);
    expect(addresses.filter((address) => address.endsWith('.map'))).toEqual([]);
    for (const address of scripts) {
      expect((await fetch(`${address}.map`)).status).toBe(404);
      expect(await (await fetch(address)).text()).not.toContain('sourceMappingURL');
    }
  });

  test('R154 the same version is refused a second time, with a sentence to act on', async () => {
    const { status, output } = await folder.release();
    expect(status).toBe(1);
    expect(output).toMatch(/small 1\.0\.0 is published already\. Raise "version" in dist\/small-\w+\/package\.json/);
  });

  test('R154 a contract that the host does not offer is refused before anything is uploaded', async () => {
    await folder.write('1.0.1', workingSource, '^999');
    const { status, output } = await folder.release();
    expect(status).toBe(1);
    expect(output).toContain('small asks for the contract ^999, and this host offers ^1 to ^2');
  });

  test('R156 R157 a release that fails for its quarter of the users is rolled back by the gateway, which says why', async () => {
    await folder.write('1.1.0', brokenSource);
    expect((await folder.release('--share', '25')).status).toBe(0);
    const device = await connectAs(await signIn(gateway));
    const before = (await registry()).revision;

    const stack = await placeOfError((await offer()).candidate!);
    const got: Record<string, number> = {};
    for (let visitor = 0; visitor < 600 && (await offer()).candidate; visitor += 1) {
      const version = await visit(`visitor-${visitor}`, (one) => one === '1.1.0', stack);
      got[version] = (got[version] ?? 0) + 1;
    }

    expect(await offer()).toMatchObject({ share: 0, candidate: null, stable: { version: '1.0.0' } });
    expect(got['1.1.0']).toBe(20);
    expect(got['1.1.0']! / (got['1.0.0']! + got['1.1.0']!)).toBeGreaterThan(0.12);
    // Connected devices are notified, and new ones get the good release.
    await device.until(() => device.notices.some(({ type, seq }) => type === 'registryChanged' && seq > before));
    expect(await visit('visitor-0', () => false)).toBe('1.0.0');
    const { audit } = await operator.api.rollout.status({ remote: 'small' });
    expect(audit[0]).toMatchObject({ who: 'gateway', what: 'halted and rolled back 1.1.0' });
    expect(audit[0]!.why).toMatch(/^it failed 100 % of 20 accounts, against 0 % of \d+ of the stable release$/);
    device.close();
  });

  test('R157 the team sees where it crashed in its own source', async () => {
    const { output } = await folder.release('stacks', '1.1.0');
    expect(output).toMatch(/^20 ×, the last at .*\n {2}src\/remote\.tsx:3:7$/m);
    expect((await folder.release('stacks', '1.0.0')).output).toContain('No crash of 1.0.0');
  });

  test('R156 R157 the status is a table with bars, rates, reasons and what was done', async () => {
    await folder.write('1.2.0', workingSource);
    await folder.release('--share', '5');
    const who = Array.from({ length: 500 }, (_, number) => `somebody-${number}`).find((one) =>
      isInRollout('small', '1.2.0', one, 5),
    )!;
    expect(await visit(who, () => true)).toBe('1.2.0');
    const { status, output } = await folder.release('rollout', '40');
    expect(status).toBe(0);
    expect(output).toMatch(/^remote +release +share of users +accounts +failed +p50 +p95 +reasons$/m);
    expect(output).toMatch(/^small +1\.0\.0 +stable +█{12}░{8} +60 % +\d+ +(?:0 \(0 %\)|–) +198 ms +198 ms +–$/m);
    expect(output).toMatch(/^ +1\.2\.0 +candidate +█{8}░{12} +40 % +1 +1 \(100 %\) +– +– +thrown 1$/m);
    expect(output).toMatch(/small-team +rolled 1\.2\.0 out to 40 %/);
    expect(output).toMatch(/gateway +halted and rolled back 1\.1\.0: it failed 100 % of 20 accounts/);
  });

  test('R209 a team offers a release to the beta, and makes and ends a link to it', async () => {
    expect((await folder.release('beta', '1.2.0', '--share', '50')).output).toMatch(/^ +1\.2\.0 +beta +.* 50 %/m);
    expect((await folder.release('beta')).output).not.toMatch(/ beta /);
    const link = (await folder.release('tester-link', '1.2.0', '--days', '3')).output;
    expect(link).toMatch(/\/chat\/tester#[\w-]{43}$/m);
    const { output } = await folder.release('status');
    const [, id] = /^Tester’s link (\S+) +small 1\.2\.0 +until \d{4}-/m.exec(output)!;
    expect((await folder.release('revoke-link', id!)).output).not.toContain('Tester’s link');
  });

  test('R157 a team takes its own release back', async () => {
    expect((await folder.release('rollback', '1.2.0', '--why', 'Second thoughts')).status).toBe(0);
    expect(await offer()).toMatchObject({ candidate: null, share: 0, stable: { version: '1.0.0' } });
    expect((await operator.api.rollout.status({ remote: 'small' })).audit[0]).toMatchObject({
      who: 'small-team',
      what: 'rolled back 1.2.0',
      why: 'Second thoughts',
    });
    expect((await folder.release('rollback', '1.0.0')).output).toContain(
      'It is the first release, so there is none before it',
    );
    expect((await folder.release('rollback', '1.2.0')).output).toContain('That version is not offered');
  });

  test.each([
    [['rollout', 'half'], {}, 'A share is a whole number of percent, from 0 to 100'],
    [['shipit'], {}, 'There is no command shipit'],
    [['rollback'], {}, 'Say which version to take back'],
    [['--shares', '5'], {}, "Unknown option '--shares'"],
    [['stacks'], {}, 'Say which version'],
    [['tester-link', '9.9.9'], {}, 'There is no such version, or it was rolled back'],
    [['tester-link', '1.0.0', '--days', '15'], {}, 'A link is valid for 1 to 14 days'],
    [['rollback', '1.0.0'], {}, 'It is the first release, so there is none before it'],
    [['promote'], {}, 'Nothing is being rolled out. Publish a release first'],
    [['status'], { AMBER_DEPLOY_TOKEN: '' }, 'An operator makes a token for small at http://127.0.0.1:'],
    [['status'], { AMBER_DEPLOY_TOKEN: 'someone.else' }, 'Ask an operator for one that is bound to it'],
    [
      ['status'],
      { AMBER_URL: 'http://127.0.0.1:9' },
      'No gateway answers at http://127.0.0.1:9. Is it running, and is the address right?',
    ],
    [['status'], { npm_package_json: '' }, 'Say which remote, by its folder: npm run release -w remotes/chat'],
  ])('R154 %j with %j ends in a sentence, not in a stack', async (words, environment, sentence) => {
    const { status, output } = await folder.releaseWith(environment, ...words);
    expect(status).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

test('R154 R157 an older gateway, which does not know source maps, gets the release without them', async () => {
  const older = createServer(async (request, response) => {
    const answer = await fetch(gateway.url + request.url!, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: await buffer(request),
    });
    response.writeHead(request.url!.endsWith('/uploadMap') ? 404 : answer.status);
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((listening) => older.listen(0, '127.0.0.1', listening));
  await folder.write('2.0.0', workingSource);
  const { port } = older.address() as AddressInfo;
  const { output } = await folder.releaseWith({ AMBER_URL: `http://127.0.0.1:${port}/chat/`, AMBER_REMOTE_TYPES: '' });
  expect(output).toContain('this gateway is older, and keeps no source maps');
  expect((await offer()).candidate!.version).toBe('2.0.0');
  await new Promise((closed) => older.close(closed));
});
