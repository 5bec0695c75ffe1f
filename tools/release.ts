// `npm run release -w remotes/NAME [-- COMMAND]`: builds, publishes, rolls out, promotes or rolls back a remote.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault } from '@amber/proto/faults';
import { deployTokenOf } from './releasing/deployToken.ts';
import { callGateway } from './releasing/gateway.ts';
import { readRemotePackage } from './releasing/remotePackage.ts';
import { CliError } from './releasing/cliError.ts';
import { publishRelease } from './releasing/publishRelease.ts';
import { statusTable } from './releasing/statusTable.ts';
import { root } from './run.ts';

const usage = `npm run release -w remotes/chat                       builds and publishes it; nobody gets it yet
npm run release -w remotes/chat -- --share 5 --notes "What is new"
npm run release -w remotes/chat -- rollout 25         a quarter of the users get it
npm run release -w remotes/chat -- promote            everybody gets it
npm run release -w remotes/chat -- rollback 1.2.0 --why "…"   nobody gets that version any more
npm run release -w remotes/chat -- status             who gets which, and how they fare`;

interface CliArgs {
  values: { share?: string; notes?: string; why?: string };
  positionals: string[];
}

function percent(text: string | undefined): number {
  const share = Number(text ?? NaN);
  if (!Number.isInteger(share) || share < 0 || share > 100)
    throw new CliError(`A share is a whole number of percent, from 0 to 100.\n${usage}`);
  return share;
}

/** The remote of this folder, and the credentials to change it. */
function remoteCredentials() {
  const { remote } = readRemotePackage();
  return { remote, deployToken: deployTokenOf(remote) };
}

async function showStatus(): Promise<void> {
  console.log(statusTable(await callGateway('rollout.status', remoteCredentials())));
}

const commands: Record<string, (args: CliArgs) => Promise<void>> = {
  release: async ({ values }) =>
    publishRelease(readRemotePackage(), { share: percent(values.share ?? '0'), notes: values.notes ?? '' }),
  rollout: async ({ positionals: [, share] }) => {
    await callGateway('rollout.setShare', { ...remoteCredentials(), share: percent(share) });
    await showStatus();
  },
  promote: async () => {
    await callGateway('rollout.promote', remoteCredentials());
    await showStatus();
  },
  rollback: async ({ values, positionals: [, version] }) => {
    if (!version) throw new CliError(`Say which version to take back; 'status' shows them.\n${usage}`);
    await callGateway('rollout.rollback', { ...remoteCredentials(), version, why: values.why ?? '' });
    await showStatus();
  },
  status: showStatus,
};

/** Advice for each fault with which the gateway rejects a request. */
const adviceByFault: Record<string, () => string> = {
  RELEASE_TAKEN: () => {
    const { remote, version, workspace } = readRemotePackage();
    return `${remote} ${version} is published already. Raise "version" in ${workspace}/package.json`;
  },
  NO_AUTH: () =>
    'The gateway does not accept this deploy token for this remote. Ask an operator for one that is bound to it',
  NO_CANDIDATE: () => 'Nothing is being rolled out. Publish a release first',
  NOT_OFFERED: () => 'That version is not offered, so nothing has changed. Is it taken back already? See: status',
  NOT_JUDGED: () =>
    'More than 50 % is refused until 20 accounts have tried the release and it was compared with the stable one, or somebody has used it for a day',
  RELEASE_INCOMPLETE: () =>
    'A file that the release lists, or that its entry loads, was not uploaded as it was built. Build and publish it again',
  CONTRACT_REFUSED: () =>
    'The host that runs there does not offer the contract this release asks for. Update the host first, or work with its contract',
  TOO_LARGE: () => 'The release is too large. Are there pictures in it that could be smaller?',
};

/**
 * The product's own message for the fault. It is read from the catalogue, because a tool imports none of the product's
 * code.
 */
function faultMessage(code: string): string {
  const file = join(root, 'shared/client/src/words/en.json');
  const { faults } = JSON.parse(readFileSync(file, 'utf8')) as { faults: Record<string, string> };
  return faults[code] ?? `${faults['UNKNOWN']} (${code})`;
}

async function main(): Promise<void> {
  let args: CliArgs;
  try {
    args = parseArgs({
      allowPositionals: true,
      options: { share: { type: 'string' }, notes: { type: 'string' }, why: { type: 'string' } },
    });
  } catch (cause) {
    throw new CliError(`${(cause as Error).message}\n${usage}`, { cause });
  }
  const name = args.positionals[0] ?? 'release';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CliError(`There is no command ${name}.\n${usage}`);
  await command(args);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CliError) && !(error instanceof Fault)) throw error;
  console.error(
    `amber: ${error instanceof Fault ? (adviceByFault[error.code]?.() ?? faultMessage(error.code)) : error.message}`,
  );
  process.exitCode = 1;
}
