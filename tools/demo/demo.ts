// `npm start -- --demo`: a gateway with a small world, whose people answer.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { root, printStatus } from '../run.ts';
import { createDemoPerson, type DemoPerson, pause } from './demoPerson.ts';
import { people, type PersonName, visitor } from './people.ts';
import { seedBots } from './seedBots.ts';
import { seedCampaigns } from './seedCampaigns.ts';
import { type DemoPeople, seedChats } from './seedChats.ts';
import { seedMoments } from './seedMoments.ts';

/** The callbacks that wait for a code from the gateway's console, by phone. */
type Codes = Map<string, (code: string) => void>;

interface World {
  /** The visitor's identifier. */
  visitorId: string;
  /** Everybody else. */
  others: readonly DemoPerson[];
}

interface WorldOptions {
  /** The gateway's address. */
  url: string;
  codes: Codes;
  /** Of the link that makes somebody the operator; undefined when there is an operator. */
  operatorToken: string | undefined;
}

/**
 * Signs everybody in and creates the data. The visitor's account is left without a device, so that the visitor's own is
 * the first.
 */
async function createWorld({ url, codes, operatorToken }: WorldOptions): Promise<World> {
  const codeFor = (phone: string) => new Promise<string>((resolve) => codes.set(phone, resolve));
  const signedIn = await Promise.all(
    people.map(async ({ name, phone }) => [name, await createDemoPerson({ url, name, phone, codeFor })] as const),
  );
  const demoPeople: DemoPeople = new Map<PersonName, DemoPerson>(signedIn);
  const ada = demoPeople.get(visitor.name)!;
  printStatus('the people meet, and found a group and a space…');
  const spaceId = await seedChats(demoPeople);
  printStatus('they publish moments and a campaign…');
  await Promise.all([
    seedMoments(demoPeople),
    seedBots(ada),
    operatorToken &&
      ada.call('operator.claim', { token: operatorToken }).then(() => seedCampaigns(demoPeople, spaceId)),
  ]);
  await ada.signOut();
  return { visitorId: ada.identifier, others: [...demoPeople.values()].filter((one) => one !== ada) };
}

const keysCheckInterval = 500;

/** Waits for the visitor's keys, because messages from before would be unencrypted; then everybody writes. */
async function startPrivateChats({ visitorId, others }: World): Promise<void> {
  for (let tries = 0; !(await others[0]!.canEncryptFor(visitorId)); tries += 1) {
    if (tries === 240) return; // a code was requested but not used
    await pause(keysCheckInterval);
  }
  await Promise.all(others.map((person) => person.playScript(visitorId)));
}

/** Runs the gateway as a child process, so that the codes on its console can be read. */
export async function demo(): Promise<void> {
  const data = resolve(process.env['AMBER_DATA'] ?? '.amber');
  const markerFile = join(data, 'demo-made');
  const codes: Codes = new Map();
  const child = spawn(process.execPath, [join(root, 'gateway', 'src', 'main.ts')], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));

  /** Set until the first messages to the visitor are sent. */
  let startWriting: (() => Promise<void>) | undefined;
  let operatorToken: string | undefined;

  const consumeCode = (line: string): void => {
    const { phone, code } = JSON.parse(line) as { phone: string; code: string };
    const waiting = codes.get(phone);
    codes.delete(phone);
    if (waiting) return waiting(code);
    printStatus(`the code for ${phone} is ${code}`);
    if (phone !== visitor.phone) return;
    void startWriting?.().catch((error: Error) =>
      printStatus(`nobody could write to ${visitor.name}: ${error.message}`),
    );
    startWriting = undefined;
  };

  for await (const line of createInterface(child.stdout)) {
    if (line.includes('"sms code"')) {
      consumeCode(line);
      continue;
    }
    const isMade = existsSync(markerFile);
    const operatorLink = /admin\?operator=(?<token>[\w-]+)/.exec(line);
    if (operatorLink && !isMade) {
      operatorToken = operatorLink.groups!['token']; // used up below, so the link would lead nowhere
      continue;
    }
    const ready = /Amber is ready: (\S+)\/chat\/$/.exec(line);
    if (!ready) {
      console.log(line);
      continue;
    }
    const finish = () => {
      printStatus(`sign in as ${visitor.name} with ${visitor.phone}, or with any other number; the code appears here`);
      console.log(line);
    };
    if (isMade) {
      finish();
      continue;
    }
    printStatus('making a small world: its people sign in…');
    createWorld({ url: ready[1]!, codes, operatorToken }).then(
      (world) => {
        startWriting = () => startPrivateChats(world);
        mkdirSync(data, { recursive: true });
        writeFileSync(markerFile, '');
        finish();
      },
      (error: Error) => {
        printStatus(`the small world could not be made: ${error.message}`);
        finish();
      },
    );
  }
}
