// Releases for this contract and for earlier ones, on this host and on the next one: they run, and their faults stop nothing.
import type { BrowserContext, Page } from '@playwright/test';
import { startTestGateway, markTried, type TestGateway } from '@amber/gateway/testing';
import { signIn, type Person } from '@amber/gateway/testing/client';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { contractVersion } from '@amber/proto/contract';
import { limits } from '@amber/proto/limits';
import { join } from 'node:path';
import { root } from '../../tools/run.ts';
import { buildNextHost } from '../kit/nextHost.ts';
import { type ServingFault, servingFaults, simulateRollout } from '../kit/simulateRollout.ts';
import { buildTemplateRelease } from '../kit/templateRelease.ts';
import { expect, test, withoutServiceWorker } from '../kit/world.ts';
import { archivedContracts, archivedRelease, type ArchivedRelease } from '../archivedReleases/archivedReleases.ts';

const remote = 'polls';
const archivedTitle = 'Polls';
const todaysTitle = 'Polls of today';

/** A host, served by a gateway of its own. */
interface Host {
  gateway: TestGateway;
  operator: Person;
  remove(): void;
}

async function startHost(shellDir: string, remove: () => void): Promise<Host> {
  const operators = new Set<string>();
  const gateway = await startTestGateway({ shellDir, operators });
  const operator = await signIn(gateway, { name: 'Operator' });
  operators.add(operator.identifier);
  await operator.api.rollout.createToken({ remote, name: 'polls-team' });
  return { gateway, operator, remove };
}

/** The hosts by the contract that they offer. */
const hosts: Record<number, () => Promise<Host>> = {
  [contractVersion]: () => startHost(join(root, 'shell', 'dist'), () => undefined),
  async [contractVersion + 1]() {
    const { shellDir, remove } = await buildNextHost();
    return startHost(shellDir, remove);
  },
};

/** Publishes the release for everyone. Its page is shown to visitors, so that nobody has to sign in. */
async function promote({ gateway, operator }: Host, { manifest, files }: ArchivedRelease): Promise<void> {
  const { version, owner, entry, contract, place } = manifest;
  for (const [path, text] of Object.entries(files))
    await operator.api.rollout.upload({ remote, version, path, data: Buffer.from(text) });
  await operator.api.rollout.publish({
    remote,
    version,
    owner,
    entry,
    contract,
    place: { ...place!, paths: place!.paths.map((row) => ({ ...row, access: 'visitors' })) },
    files: Object.entries(manifest.files).map(([url, integrity]) => ({ url, integrity })),
  });
  await markTried(gateway, remote);
  await operator.api.rollout.promote({ remote });
}

const addressOf = ({ manifest }: ArchivedRelease, file: string): string =>
  `/chat/remotes/${remote}/${manifest.version}/${file}`;

interface Fault {
  url: string;
  kind: ServingFault;
}

/**
 * Each file that the page loads with each fault; in the short run one fault for each file. A release whose entry has no
 * hash is none, and its placement does not apply: federation.spec.ts tests that.
 */
function faultsOf(release: ArchivedRelease): Fault[] {
  const { entry, files } = release.manifest;
  const loaded = Object.keys(files).filter((file) => file === entry || file.startsWith('assets/remote.'));
  return loaded.flatMap((file, row) =>
    servingFaults
      .filter((kind) => kind !== 'missing hash')
      .filter((_, column) => process.env['AMBER_CHAOS'] === 'full' || column === [0, 2, 3][row])
      .map((kind) => ({ url: addressOf(release, file), kind })),
  );
}

/** Opens the page in a new tab, while this fault occurs. */
async function openWith(context: BrowserContext, url: string, release: ArchivedRelease, fault?: Fault): Promise<Page> {
  const files = new Map(
    Object.entries(release.files).map(([file, text]) => [addressOf(release, file), Buffer.from(text)]),
  );
  const asked = await simulateRollout(context, { releases: [{ files }], offer: () => ({}), ...(fault && { fault }) });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'domcontentloaded' }); // a stalled file keeps the page from loading
  if (fault?.kind === 'stall') {
    await expect.poll(() => asked).toContain(fault.url);
    await context.clock.fastForward(limits.chunkTimeout + 5_000);
  }
  return page;
}

const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

for (const [contract, start] of Object.entries(hosts)) {
  test(`R155 R207 releases for this contract and earlier ones run on a host of contract ${contract}, and any fault in any of their files leaves it standing${contract === String(contractVersion) ? ' @soak' : ''}`, async ({
    newcomer,
  }) => {
    test.setTimeout(scaledTimeout(600_000));
    const host = await start();
    try {
      const { context, page: firstPage } = await newcomer('Visitor', withoutServiceWorker);
      await firstPage.close();
      await context.clock.install();
      const url = `${host.gateway.url}/chat/polls`;
      for (const archived of archivedContracts()) {
        const release = archivedRelease(archived);
        await promote(host, release);
        for (const fault of faultsOf(release)) {
          await test.step(`${archived} ${fault.url}: ${fault.kind}`, async () => {
            const page = await openWith(context, url, release, fault);
            const notice = page.getByRole('alert', { name: archivedTitle });
            await expect(notice).toBeVisible();
            expect(page.url()).toBe(url);
            await context.unrouteAll();
            await notice.getByRole('button', { name: 'Retry' }).click();
            await expect(headingOf(page, archivedTitle)).toBeVisible();
            await page.close();
          });
        }
        const page = await openWith(context, url, release);
        await expect(headingOf(page, archivedTitle)).toBeVisible();
        const offered = await page.evaluate(() => {
          const { __FEDERATION__: federation } = globalThis as unknown as {
            __FEDERATION__: { __INSTANCES__: { options: { shared: Record<string, { version: string }[]> } }[] };
          };
          return federation.__INSTANCES__[0]!.options.shared['@amber/client/bus']![0]!.version;
        });
        expect(offered).toBe(`${contract}.0.0`);
        await page.close();
      }
      const today = await buildTemplateRelease({ name: remote, version: '9.0.0', title: todaysTitle });
      await promote(host, today);
      for (const fault of faultsOf(today)) {
        await test.step(`today's ${fault.url}: ${fault.kind}`, async () => {
          const page = await openWith(context, url, today, fault);
          // The release before is one for the contract before.
          await expect(headingOf(page, archivedTitle)).toBeVisible();
          expect(page.url()).toBe(url);
          await page.close();
        });
      }
      const page = await openWith(context, url, today);
      await expect(headingOf(page, todaysTitle)).toBeVisible();
    } finally {
      await host.gateway.close();
      host.remove();
    }
  });
}
