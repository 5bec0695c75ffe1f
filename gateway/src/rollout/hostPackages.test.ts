import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../testing/client.ts';
import { query, startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { publishRelease } from '../testing/release.ts';
import { readHostPackages } from './hostPackages.ts';
import { integrityOf } from './uploads.ts';

const operators = new Set<string>();
const said: string[] = [];
let folder: string;
let gateway: TestGateway;
let publish: (remote: string, packages: Record<string, string>) => Promise<string>;

/** The checkout's build of a remote. */
async function build(name: string, builtWith: Record<string, string>): Promise<void> {
  const dist = join(folder, 'remotes', name, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'entry.js'), name);
  const files = { 'entry.js': integrityOf(Buffer.from(name)) };
  const about = { name, version: '1.0.0', contract: '^1', owner: name, entry: 'entry.js', builtWith, files };
  await writeFile(join(dist, 'amber-remote.json'), JSON.stringify(about));
}

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, 'shared.json'), JSON.stringify({ react: '19.3.1', rxjs: '7.8.2' }));
  await build('seeded', { react: '19.2.0' });
  await build('ahead', { react: '20.0.0' });
  gateway = await startTestGateway({
    operators,
    shellDir: folder,
    remotesDir: join(folder, 'remotes'),
    say: (sentence) => said.push(sentence),
  });
  const operator = await signIn(gateway);
  operators.add(operator.identifier);
  publish = (remote, packages) =>
    publishRelease(operator.api, {
      remote,
      builtWith: Object.entries(packages).map(([name, version]) => ({ name, version })),
    });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

test('R206 a release that was built against React 20 is refused by a host with 19, which says both', async () => {
  const fault = await publish('polls', { react: '20.1.0', rxjs: '7.8.2' }).catch(Fault.of);
  expect(fault).toMatchObject({ code: 'PACKAGES_REFUSED' });
  expect(decode('UnsharedPackages', (fault as Fault).data!).packages).toEqual([
    { name: 'react', built: '20.1.0', shared: '19.3.1' },
  ]);
});

test('R206 a release of the host’s versions is published, with a record of them', async () => {
  const version = await publish('polls', { react: '19.1.0' });
  const { rows } = await query<{ built_with: unknown }>(
    gateway,
    "select built_with from release where remote = 'polls' and version = $1",
    [version],
  );
  expect(rows).toEqual([{ built_with: [{ name: 'react', version: '19.1.0' }] }]);
});

test('R206 a release that says nothing about packages, as older builds, is published', async () => {
  await expect(publish('older', {})).resolves.toMatch(/^1\.0\.0/);
});

test('R206 of the checkout’s builds one that the host cannot share is left out, with the reason', () => {
  const { offers } = gateway.rollout.registry.current().registry;
  expect(offers.filter(({ stable }) => stable).map(({ remote }) => remote)).toEqual(['seeded']);
  expect(said).toContain(
    'remotes/ahead is left out: it was built against react 20.0.0, and this host shares react 19.3.1',
  );
});

test('a host from before there was a list shares what it shares', async () => {
  expect(await readHostPackages(join(folder, 'remotes'))).toBeNull();
  expect(await readHostPackages(undefined)).toBeNull();
});
