// Stores the remotes built next to this gateway, so that a new gateway has something to offer.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LeftOutBuild, Place } from '@amber/proto';
import { acceptsContract, describeUnshared, findUnshared } from '@amber/proto/contract';
import { Fault } from '@amber/proto/faults';
import { parsePlacement } from '@amber/proto/placementSchema';
import * as v from 'valibot';
import { hasContentHash } from '../files/assets.ts';
import type { Clock } from '../core/clock.ts';
import type { Transaction } from '../db/store.ts';
import { noOffer, type Changes, type Outcome } from './changes.ts';
import type { HostPackages } from './hostPackages.ts';
import { isFilePath, isRemoteName, isVersionName } from './names.ts';
import { checkPlacement } from './placementCheck.ts';
import { integrityOf } from './uploads.ts';
import { claimPath } from './pathOwners.ts';

const manifest = v.object({
  name: v.pipe(v.string(), v.check(isRemoteName, 'name must be a word')),
  version: v.pipe(v.string(), v.check(isVersionName, 'version must be one such as 1.2.3')),
  contract: v.string(),
  owner: v.string(),
  entry: v.string(),
  /** A build from before placements existed has none. It is checked when it is stored. */
  place: v.nullish(
    v.custom<Place>((value) => typeof value === 'object'),
    null,
  ),
  /** Empty for a build from before this was recorded. */
  builtWith: v.optional(v.record(v.string(), v.string()), {}),
  files: v.record(v.pipe(v.string(), v.check(isFilePath, 'files must be paths below the release')), v.string()),
});
type Manifest = v.InferOutput<typeof manifest>;

interface Build extends Manifest {
  folder: string;
}

/** Every `<remote>/dist/amber-remote.json`. @throws Error that names the invalid one. */
async function readBuilds(remotesDir: string | undefined): Promise<Build[]> {
  const builds: Build[] = [];
  if (!remotesDir || !existsSync(remotesDir)) return builds;
  for (const name of (await readdir(remotesDir)).sort()) {
    const folder = join(remotesDir, name, 'dist');
    const file = join(folder, 'amber-remote.json');
    if (!existsSync(file)) continue;
    const read = v.safeParse(manifest, JSON.parse(await readFile(file, 'utf8')));
    if (!read.success)
      throw new Error(`${file} cannot be understood: ${read.issues.map(({ message }) => message).join('; ')}`);
    builds.push({ ...read.output, folder });
  }
  return builds;
}

interface SeedPorts {
  remotesDir: string | undefined;
  changes: Changes;
  /** What this gateway's host shares; null when that is unknown. */
  hostPackages: HostPackages | null;
  clock: Clock;
  say(sentence: string): void;
}

/** Why a build is not offered; its message is for the person who starts the gateway. */
class SeedSkipped extends Error {
  /** Whether an operator may still offer it. */
  readonly mayFollow: boolean;

  constructor(message: string, { mayFollow = false } = {}) {
    super(message);
    this.mayFollow = mayFollow;
  }
}

const published = () =>
  new SeedSkipped(
    'releases of it have been published, and they go on; an operator may let it follow this checkout again, at /chat/admin/features',
    { mayFollow: true },
  );
const removed = () =>
  new SeedSkipped('an operator has removed it, and may let it follow this checkout again, at /chat/admin/features', {
    mayFollow: true,
  });

/**
 * On start, the checkout's build of each remote becomes stable and replaces the previous build. It replaces nothing if
 * a team has published releases, unless an operator makes the remote follow the checkout. Returns the builds that were
 * left out.
 */
export async function seedReleases({
  remotesDir,
  changes,
  hostPackages,
  clock,
  say,
}: SeedPorts): Promise<LeftOutBuild[]> {
  const leftOut: LeftOutBuild[] = [];
  for (const build of await readBuilds(remotesDir)) {
    const { name: remote, version } = build;
    await changes
      .change({ remote, actor: 'gateway' }, async (trx, offer) => {
        if (offer.removed) throw removed();
        if (!offer.follows_checkout && (await isPublished(trx, remote))) throw published();
        return storeBuild(trx, offer, build, hostPackages, clock());
      })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof SeedSkipped)) throw thrown;
        say(`remotes/${remote} is left out: ${thrown.message}`);
        if (thrown.mayFollow) leftOut.push({ remote, version });
      });
  }
  return leftOut;
}

/** The checkout's build of a remote that has been removed; the next start leaves it out as well. */
export const leftOutOf = async (remotesDir: string | undefined, remote: string): Promise<LeftOutBuild[]> =>
  (await readBuilds(remotesDir)).filter(({ name }) => name === remote).map(({ version }) => ({ remote, version }));

const isPublished = async (trx: Transaction, remote: string): Promise<boolean> =>
  (await trx
    .selectFrom('release')
    .select('version')
    .where('remote', '=', remote)
    .where('seeded', '=', false)
    .executeTakeFirst()) !== undefined;

/**
 * Makes the checkout's build of this remote stable, now and on every start, until its team publishes again.
 * @throws Fault NOT_OFFERED when the checkout has no valid build of it.
 */
export async function followCheckout(
  { remotesDir, changes, hostPackages, clock }: SeedPorts,
  actor: string,
  remote: string,
): Promise<void> {
  const build = (await readBuilds(remotesDir)).find(({ name }) => name === remote);
  if (!build) throw new Fault('NOT_OFFERED');
  await changes
    .change({ remote, actor }, async (trx, offer) => {
      await storeBuild(trx, offer, build, hostPackages, clock());
      return {
        offer: { ...noOffer, stable: build.version, follows_checkout: true },
        entry: ['followsCheckout', build.version],
      };
    })
    .catch((thrown: unknown) => {
      throw thrown instanceof SeedSkipped ? new Fault('NOT_OFFERED', { cause: thrown }) : thrown;
    });
}

/** Null when exactly this build is stored and stable. @throws SeedSkipped */
async function storeBuild(
  trx: Transaction,
  offer: Outcome['offer'],
  build: Build,
  hostPackages: HostPackages | null,
  now: number,
): Promise<Outcome | null> {
  const { name, version, contract, owner, entry, place: wanted } = build;
  await claimPath(trx, name, now).catch(() => {
    throw new SeedSkipped(`its name is not free: "${name}" belongs to another feature, or to the app itself`);
  });
  const fault = wanted && (await checkPlacement(trx, name, wanted));
  if (fault) throw new SeedSkipped(`its place cannot be given: ${fault}`);
  const place = parsePlacement(wanted);
  if (!acceptsContract(contract))
    throw new SeedSkipped(`it needs the contract ${contract}, which this host does not offer`);
  const builtWith = Object.entries(build.builtWith).map(([name, version]) => ({ name, version }));
  const unshared = hostPackages ? findUnshared(builtWith, hostPackages) : [];
  if (unshared.length > 0) throw new SeedSkipped(describeUnshared(unshared));
  const files = Object.entries(build.files).map(([path, integrity]) => ({ path, integrity }));
  const stored = await trx
    .selectFrom('release')
    .selectAll()
    .where('remote', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  if (stored && !stored.seeded)
    throw new SeedSkipped(
      `its version ${version} has been published with other files; raise "version" in its package.json`,
    );
  if (stored && !stored.dropped && hasSameFiles(stored.files, build.files) && isSamePlacement(stored.place, place))
    return null;
  const taken = await findOtherContent(trx, build);
  if (taken !== undefined)
    throw new SeedSkipped(
      `another gateway has stored ${taken} of its version ${version} with other content; raise "version" in its package.json`,
    );
  if (!(await storeFiles(trx, build, now)))
    throw new SeedSkipped('its files are not those that its build announced; build it again');
  const values = {
    contract,
    owner,
    entry,
    files: JSON.stringify(files),
    place: place && JSON.stringify(place),
    built_with: JSON.stringify(builtWith),
    dropped: false,
  };
  await trx
    .insertInto('release')
    .values({
      remote: name,
      version,
      ...values,
      notes: '',
      seeded: true,
      published_at: now,
      stable_at: null,
      retired_at: null,
    })
    .onConflict((on) => on.columns(['remote', 'version']).doUpdateSet(values))
    .execute();
  return stored
    ? { offer, entry: ['replacedBuild', version] }
    : { offer: { ...offer, stable: version }, entry: ['storedBuild', version] };
}

const isSamePlacement = (one: Place | null, other: Place | null): boolean =>
  isDeepStrictEqual(one, other === null ? null : JSON.parse(JSON.stringify(other)));

const hasSameFiles = (known: { path: string; integrity: string }[], files: Record<string, string>): boolean =>
  known.length === Object.keys(files).length && known.every(({ path, integrity }) => files[path] === integrity);

/**
 * A file of this build whose name has another content in the store. Pages that another gateway has served expect that
 * content, so it is not replaced. Names without a hash, as of a build for development, do not say what they contain, and
 * nothing checks a source map.
 */
async function findOtherContent(trx: Transaction, { name, version, files }: Build): Promise<string | undefined> {
  const stored = await trx
    .selectFrom('release_file')
    .select(['path', 'integrity'])
    .where('remote', '=', name)
    .where('version', '=', version)
    .execute();
  return stored.find(
    ({ path, integrity }) =>
      hasContentHash(path) && !path.endsWith('.map') && files[path] !== undefined && files[path] !== integrity,
  )?.path;
}

/** False when a file differs from its manifest, because a build may be running. Earlier files stay for open pages. */
async function storeFiles(trx: Transaction, { name, version, folder, files }: Build, now: number): Promise<boolean> {
  for (const [path, integrity] of Object.entries(files)) {
    const file = join(folder, path);
    const data = existsSync(file) ? await readFile(file) : Buffer.alloc(0);
    if (integrityOf(data) !== integrity) return false;
    const values = { integrity, data, uploaded_at: now };
    await trx
      .insertInto('release_file')
      .values({ remote: name, version, path, ...values })
      .onConflict((on) => on.columns(['remote', 'version', 'path']).doUpdateSet(values))
      .execute();
  }
  return true;
}
