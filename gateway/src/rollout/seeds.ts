// Stores the remotes that were built beside this gateway, so that a fresh one has something to offer.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptsContract } from '@amber/proto/contract';
import * as v from 'valibot';
import type { Clock } from '../kit/clock.ts';
import type { Changes, Trx } from './changes.ts';
import { isFilePath, isRemoteName, isVersionName } from './names.ts';
import { integrityOf } from './uploads.ts';

const manifest = v.object({
  name: v.pipe(v.string(), v.check(isRemoteName, 'name must be a word')),
  version: v.pipe(v.string(), v.check(isVersionName, 'version must be one such as 1.2.3')),
  contract: v.string(),
  owner: v.string(),
  entry: v.string(),
  files: v.record(v.pipe(v.string(), v.check(isFilePath, 'files must be paths below the release')), v.string()),
});
type Manifest = v.InferOutput<typeof manifest>;

interface Build extends Manifest {
  folder: string;
}

/** Every `<remote>/dist/amber-remote.json`. @throws Error that names the one which cannot be understood. */
async function readBuilds(remotesDir: string): Promise<Build[]> {
  const builds: Build[] = [];
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
  clock: Clock;
  say(sentence: string): void;
}

/** A version that is no release yet becomes the stable one; another build of a seeded version replaces it. What was published stays. */
export async function seedReleases({ remotesDir, changes, clock, say }: SeedPorts): Promise<void> {
  if (!remotesDir || !existsSync(remotesDir)) return;
  for (const build of await readBuilds(remotesDir)) {
    const { name, version, contract, owner, entry } = build;
    if (!acceptsContract(contract)) {
      say(`remotes/${name} is left out: it needs the contract ${contract}, which this host does not offer`);
      continue;
    }
    const files = Object.entries(build.files).map(([path, integrity]) => ({ path, integrity }));
    await changes.change({ remote: name, who: 'gateway' }, async (trx, offer) => {
      const known = await trx
        .selectFrom('release')
        .selectAll()
        .where('remote', '=', name)
        .where('version', '=', version)
        .executeTakeFirst();
      if (known && (!known.seeded || sameFiles(known.files, build.files))) return null;
      if (!(await storeFiles(trx, build, clock()))) {
        say(`remotes/${name} is left out: its files are not those that its build announced; build it again`);
        return null;
      }
      const values = { contract, owner, entry, files: JSON.stringify(files), dropped: false };
      await trx
        .insertInto('release')
        .values({
          remote: name,
          version,
          ...values,
          notes: '',
          seeded: true,
          published_at: clock(),
          stable_at: null,
          retired_at: null,
        })
        .onConflict((on) => on.columns(['remote', 'version']).doUpdateSet(values))
        .execute();
      return known
        ? { offer, what: `replaced the local build ${version}` }
        : { offer: { ...offer, stable: version }, what: `stored the local build ${version} as stable` };
    });
  }
}

const sameFiles = (known: { path: string; integrity: string }[], files: Record<string, string>): boolean =>
  known.length === Object.keys(files).length && known.every(({ path, integrity }) => files[path] === integrity);

/** False when a file is not what its build says: a build may be running. Files of an earlier build stay, for pages that run it. */
async function storeFiles(trx: Trx, { name, version, folder, files }: Build, now: number): Promise<boolean> {
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
