// The commands of `npm run release`: builds, publishes, rolls out, promotes or rolls back a remote.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decode } from '@amber/proto/codec';
import { describeUnshared } from '@amber/proto/contract';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { deployTokenOf } from './deployToken.ts';
import { callGateway, gatewayUrl } from './gateway.ts';
import { readRemotePackage, type RemotePackage, type ReleaseContext } from './remotePackage.ts';
import { CliError } from './cliError.ts';
import { publishRelease } from './publishRelease.ts';
import { stackList } from './stackList.ts';
import { statusTable } from './statusTable.ts';
import { root } from '../run.ts';

const usageOf = ({
  command,
}: RemotePackage): string => `${command}                       builds and publishes it; nobody gets it yet
${command} -- --share 5 --notes "What is new"
${command} -- rollout 25         a quarter of the users get it
${command} -- promote            everybody gets it
${command} -- rollback 1.2.0 --why "…"   nobody gets that version any more
${command} -- beta 1.3.0 --share 50      half of those who joined the beta get it; without a version the beta ends
${command} -- approve 1.3.0      a second deploy token agrees to more than 5 %
${command} -- tester-link 1.3.0 --days 7  a link that shows it to whoever opens it
${command} -- revoke-link ID     the link ends
${command} -- status             who gets which, and how they fare
${command} -- stacks 1.3.0       where that version crashed, by its source maps`;

interface CliArgs {
  values: { share?: string; notes?: string; why?: string; days?: string };
  positionals: string[];
}

/** What each command works on. */
interface Context extends CliArgs {
  releaseContext: ReleaseContext;
  remotePackage: RemotePackage;
  usage: string;
}

function percent(text: string | undefined, usage: string): number {
  const share = Number(text ?? NaN);
  if (!Number.isInteger(share) || share < 0 || share > 100)
    throw new CliError(`A share is a whole number of percent, from 0 to 100.\n${usage}`);
  return share;
}

/** The remote of this folder, and the credentials to change it. */
function remoteCredentials({ remotePackage: { remote } }: Context) {
  return { remote, deployToken: deployTokenOf(remote) };
}

async function showStatus(context: Context): Promise<void> {
  console.log(statusTable(await callGateway('rollout.status', remoteCredentials(context))));
}

const commands: Record<string, (context: Context) => Promise<void>> = {
  release: async ({ remotePackage, releaseContext, values, usage }) =>
    publishRelease(remotePackage, releaseContext, {
      share: percent(values.share ?? '0', usage),
      notes: values.notes ?? '',
    }),
  rollout: async (context) => {
    const share = percent(context.positionals[1], context.usage);
    await callGateway('rollout.setShare', { ...remoteCredentials(context), share });
    await showStatus(context);
  },
  promote: async (context) => {
    await callGateway('rollout.promote', remoteCredentials(context));
    await showStatus(context);
  },
  rollback: async (context) => {
    const {
      values,
      positionals: [, version],
      usage,
    } = context;
    if (!version) throw new CliError(`Say which version to take back; 'status' shows them.\n${usage}`);
    await callGateway('rollout.rollback', { ...remoteCredentials(context), version, why: values.why ?? '' });
    await showStatus(context);
  },
  beta: async (context) => {
    const {
      values,
      positionals: [, version = ''],
      usage,
    } = context;
    const share = version === '' ? 0 : percent(values.share ?? '100', usage);
    await callGateway('rollout.setBeta', { ...remoteCredentials(context), version, share });
    await showStatus(context);
  },
  approve: async (context) => {
    const {
      positionals: [, version],
      usage,
    } = context;
    if (!version) throw new CliError(`Say which version to approve; 'status' shows them.\n${usage}`);
    await callGateway('rollout.approve', { ...remoteCredentials(context), version });
    await showStatus(context);
  },
  'tester-link': async (context) => {
    const {
      values,
      positionals: [, version],
      usage,
    } = context;
    if (!version) throw new CliError(`Say which version the link shows; 'status' shows them.\n${usage}`);
    const days = Number(values.days ?? '7');
    if (!Number.isInteger(days) || days < 1 || days > limits.testerLinkDays)
      throw new CliError(`A link is valid for 1 to ${limits.testerLinkDays} days.\n${usage}`);
    const { token } = await callGateway('rollout.createTesterLink', { ...remoteCredentials(context), version, days });
    console.log(`${gatewayUrl()}/chat/tester#${token}`);
  },
  'revoke-link': async (context) => {
    const {
      positionals: [, id],
      usage,
    } = context;
    if (!id) throw new CliError(`Say which link ends; 'status' shows their ids.\n${usage}`);
    await callGateway('rollout.revokeTesterLink', { ...remoteCredentials(context), id });
    await showStatus(context);
  },
  status: showStatus,
  stacks: async (context) => {
    const {
      positionals: [, version],
      usage,
    } = context;
    if (!version) throw new CliError(`Say which version; 'status' shows them.\n${usage}`);
    const { stacks } = await callGateway('rollout.stacks', { ...remoteCredentials(context), version });
    console.log(stackList(version, stacks));
  },
};

/** Advice for each fault with which the gateway rejects a request. */
const adviceByFault: Record<string, (remotePackage: RemotePackage, fault: Fault) => string> = {
  RELEASE_TAKEN: ({ remote, version, prefix }) =>
    `${remote} ${version} is published already. Raise "version" in ${prefix}package.json`,
  NO_AUTH: () =>
    'The gateway does not accept this deploy token for this remote. Ask an operator for one that is bound to it',
  NO_CANDIDATE: () => 'Nothing is being rolled out. Publish a release first',
  NOT_OFFERED: () => 'That version is not offered, so nothing has changed. Is it taken back already? See: status',
  NEEDS_SECOND: ({ command }) =>
    `More than ${limits.rolloutShareAlone} % needs the approval of another deploy token of this feature: with that token, ${command} -- approve VERSION`,
  NO_PREVIOUS: () =>
    'It is the first release, so there is none before it. Publish a repaired version, or ask an operator to remove the feature',
  NOT_JUDGED: () =>
    'More than 50 % is refused until 20 accounts have tried the release and it was compared with the stable one, or somebody has used it for a day',
  RELEASE_INCOMPLETE: () =>
    'A file that the release lists, or that its entry loads, was not uploaded as it was built. Build and publish it again',
  CONTRACT_REFUSED: () =>
    'The host that runs there does not offer the contract this release asks for. Update the host first, or work with its contract',
  PACKAGES_REFUSED: (_, { data }) =>
    `The release cannot run in the host: ${describeUnshared(data ? decode('UnsharedPackages', data).packages : [])}. Build it against the host's versions, or update the host first`,
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

function parse(usage: string): CliArgs {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        share: { type: 'string' },
        notes: { type: 'string' },
        why: { type: 'string' },
        days: { type: 'string' },
      },
    });
  } catch (cause) {
    throw new CliError(`${(cause as Error).message}\n${usage}`, { cause });
  }
}

async function runCommand(remotePackage: RemotePackage, releaseContext: ReleaseContext): Promise<void> {
  const usage = usageOf(remotePackage);
  const args = parse(usage);
  const name = args.positionals[0] ?? 'release';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CliError(`There is no command ${name}.\n${usage}`);
  try {
    await command({ ...args, remotePackage, releaseContext, usage });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new CliError(adviceByFault[error.code]?.(remotePackage, error) ?? faultMessage(error.code), { cause: error });
  }
}

/** Runs the command of the terminal's arguments; a failure is a sentence and the exit status 1. */
export async function releaseCommand(releaseContext: ReleaseContext): Promise<void> {
  try {
    await runCommand(readRemotePackage(releaseContext), releaseContext);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    console.error(`amber: ${error.message}`);
    process.exitCode = 1;
  }
}
