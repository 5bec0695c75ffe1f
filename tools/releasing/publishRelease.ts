// Builds one remote and publishes it as a release.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptsContract, offeredContracts } from '@amber/proto/contract';
import { limits } from '@amber/proto/limits';
import { placementNames, placementError } from '@amber/proto/placementRules';
import type { Release } from '../rspack/releaseFile.ts';
import { typesVariable } from '../rspack/typesVariable.ts';
import { installedBin, run, printStatus, elapsedSince } from '../run.ts';
import { deployTokenOf } from './deployToken.ts';
import { callGateway, UnknownCallError } from './gateway.ts';
import type { RemotePackage, ReleaseContext } from './remotePackage.ts';
import { CliError } from './cliError.ts';

/**
 * Names and places in the sources, without the sources' text. The files have the same bytes as without them, and do not
 * name them.
 */
export const sourceMaps = 'hidden-nosources-source-map';

/** The build does not go into `dist`, which a gateway on this machine may be serving. */
async function buildRelease(
  folder: string,
  { remote, folder: cwd }: RemotePackage,
  { generate }: ReleaseContext,
): Promise<Release> {
  const start = Date.now();
  await generate(cwd);
  const { status, output } = await run(
    installedBin('rspack', cwd),
    ['build', '--output-path', folder, '--devtool', sourceMaps],
    {
      cwd,
      quiet: true,
      env: { NODE_ENV: 'production', [typesVariable]: process.env[typesVariable] ?? 'true' },
    },
  );
  const file = join(folder, 'amber-remote.json');
  if (status !== 0 || !existsSync(file)) throw new CliError(`${remote} does not build:\n${output}`);
  printStatus(`built ${remote} in ${elapsedSince(start)}`);
  return JSON.parse(await readFile(file, 'utf8')) as Release;
}

async function uploadFiles(
  folder: string,
  { name: remote, version, files }: Release,
  deployToken: string,
): Promise<void> {
  for (const [path, integrity] of Object.entries(files)) {
    const data = await readFile(join(folder, path));
    if (data.length > limits.releaseFileMax) {
      throw new CliError(
        `${path} has ${data.length} bytes, and a file may have ${limits.releaseFileMax}. Load a part of it later, with import()`,
      );
    }
    const reply = await callGateway('rollout.upload', { remote, version, path, data, deployToken });
    if (reply.integrity !== integrity) throw new CliError(`${path} arrived changed. Run the command again`);
  }
  printStatus(`uploaded ${Object.keys(files).length} files`);
}

/** Whoever reads the stacks of crashes gets names from the maps; a release works without them. */
async function uploadMaps(
  folder: string,
  { name: remote, version, files }: Release,
  deployToken: string,
): Promise<void> {
  let uploaded = 0;
  for (const path of Object.keys(files)) {
    if (!path.endsWith('.js') || !existsSync(join(folder, `${path}.map`))) continue;
    const data = await readFile(join(folder, `${path}.map`));
    if (data.length > limits.releaseFileMax) {
      printStatus(`the source map of ${path} is left out: it has ${data.length} bytes`);
      continue;
    }
    await callGateway('rollout.uploadMap', { remote, version, path, data, deployToken });
    uploaded += 1;
  }
  printStatus(`uploaded ${uploaded} source maps, which are never served`);
}

/** The gateway checks this too; this check shows the reason to the remote's team. */
async function checkPlacement({ name: remote, place }: Release, { prefix }: RemotePackage): Promise<void> {
  if (!place) return;
  const { offers, words } = await callGateway('rollout.registry', {});
  const others = offers.filter((offer) => offer.remote !== remote);
  const taken = others
    .flatMap(({ stable, candidate }) => [stable?.place, candidate?.place])
    .flatMap((other) => (other ? placementNames(other) : []));
  const fault = placementError(remote, place, { pathOwners: words, takenTitles: new Set(taken) });
  if (fault) throw new CliError(`${remote} cannot have this place: ${fault}. See ${prefix}amber-remote.json`);
}

/** Nobody gets the release before it has a share. */
export async function publishRelease(
  remotePackage: RemotePackage,
  releaseContext: ReleaseContext,
  { share, notes }: { share: number; notes: string },
): Promise<void> {
  const deployToken = deployTokenOf(remotePackage.remote);
  const folder = await mkdtemp(join(tmpdir(), 'amber-release-'));
  try {
    const release = await buildRelease(folder, remotePackage, releaseContext);
    const { name: remote, version, contract, owner, entry, place, builtWith, files } = release;
    if (!acceptsContract(contract)) {
      throw new CliError(
        `${remote} asks for the contract ${contract}, and this host offers ${offeredContracts}. Set "contract" in ${remotePackage.prefix}package.json, and make it work with that`,
      );
    }
    await checkPlacement(release, remotePackage);
    await uploadFiles(folder, release, deployToken);
    await uploadMaps(folder, release, deployToken).catch((thrown: unknown) => {
      if (!(thrown instanceof UnknownCallError)) throw thrown;
      printStatus('this gateway is older, and keeps no source maps');
    });
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
      builtWith: Object.entries(builtWith).map(([name, built]) => ({ name, version: built })),
      files: Object.entries(files).map(([url, integrity]) => ({ url, integrity })),
    });
    printStatus(`${remote} ${version} is published, for ${share} % of the users`);
    printStatus(
      `next: ${remotePackage.command} -- ${share > 0 ? 'status' : 'rollout 5'}, then rollout with a larger share, promote or rollback`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
