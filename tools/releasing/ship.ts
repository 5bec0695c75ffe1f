// Builds one remote and publishes it as a release.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptsContract, contractVersion } from '@amber/proto/contract';
import { limits } from '@amber/proto/limits';
import { namesIn, placeFault } from '@amber/proto/placeRules';
import { generate } from '../build.ts';
import type { Release } from '../rspack/releaseFile.ts';
import { bin, run, say, seconds } from '../run.ts';
import { deployTokenOf } from './deployToken.ts';
import { callGateway } from './gateway.ts';
import type { RemotePackage } from './remotePackage.ts';
import { Sentence } from './sentence.ts';

/** Not built in `dist`, which a gateway on this machine may be serving. */
async function buildInto(folder: string, { remote, folder: cwd }: RemotePackage): Promise<Release> {
  const start = Date.now();
  await generate();
  const { status, output } = await run(bin('rspack'), ['build', '--output-path', folder], {
    cwd,
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  const file = join(folder, 'amber-remote.json');
  if (status !== 0 || !existsSync(file)) throw new Sentence(`${remote} does not build:\n${output}`);
  say(`built ${remote} in ${seconds(start)}`);
  return JSON.parse(await readFile(file, 'utf8')) as Release;
}

async function upload(folder: string, { name: remote, version, files }: Release, deployToken: string): Promise<void> {
  for (const [path, integrity] of Object.entries(files)) {
    const data = await readFile(join(folder, path));
    if (data.length > limits.releaseFileMax) {
      throw new Sentence(
        `${path} has ${data.length} bytes, and a file may have ${limits.releaseFileMax}. Load a part of it later, with import()`,
      );
    }
    const reply = await callGateway('rollout.upload', { remote, version, path, data, deployToken });
    if (reply.integrity !== integrity) throw new Sentence(`${path} arrived changed. Run the command again`);
  }
  say(`uploaded ${Object.keys(files).length} files`);
}

/** The gateway checks it too; checked here, the remote's team sees the reason. */
async function checkPlace({ name: remote, place }: Release, { workspace }: RemotePackage): Promise<void> {
  if (!place) return;
  const { offers, words } = await callGateway('rollout.registry', {});
  const others = offers.filter((offer) => offer.remote !== remote);
  const taken = others
    .flatMap(({ stable, candidate }) => [stable?.place, candidate?.place])
    .flatMap((other) => (other ? namesIn(other) : []));
  const fault = placeFault(remote, place, { words, taken: new Set(taken) });
  if (fault) throw new Sentence(`${remote} cannot have this place: ${fault}. See ${workspace}/amber-remote.json`);
}

/** No one gets it before it is given a share. */
export async function ship(pack: RemotePackage, { share, notes }: { share: number; notes: string }): Promise<void> {
  const deployToken = deployTokenOf(pack.remote);
  const folder = await mkdtemp(join(tmpdir(), 'amber-release-'));
  try {
    const release = await buildInto(folder, pack);
    const { name: remote, version, contract, owner, entry, place, files } = release;
    if (!acceptsContract(contract)) {
      throw new Sentence(
        `${remote} asks for the contract ${contract}, and this host offers ^${contractVersion}. Set "contract" in ${pack.workspace}/package.json, and make it work with that`,
      );
    }
    await checkPlace(release, pack);
    await upload(folder, release, deployToken);
    await callGateway('rollout.publish', {
      remote,
      version,
      contract,
      owner,
      entry,
      notes,
      share,
      place,
      deployToken,
      files: Object.entries(files).map(([url, integrity]) => ({ url, integrity })),
    });
    say(`${remote} ${version} is published, for ${share} % of the users`);
    say(
      `next: npm run release -w ${pack.workspace} -- ${share > 0 ? 'status' : 'rollout 5'}, then rollout with a larger share, promote or rollback`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
