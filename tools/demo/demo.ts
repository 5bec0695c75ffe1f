// `npm start -- --demo`: a gateway with sample data, whose people answer.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { root, printStatus } from '../run.ts';
import { createDemoPerson, type DemoPerson } from './demoPerson.ts';
import { seedMoments } from './seedMoments.ts';
import { seedChats, people, scripts } from './seedChats.ts';

const [visitor, ...others] = people;

/** The callbacks that wait for a code from the gateway's console, by phone. */
type Codes = Map<string, (code: string) => void>;

/**
 * Signs everybody in and creates the data. The visitor's account is left without a device, so that the visitor's own is
 * the first.
 */
async function createDemoData(
  url: string,
  codes: Codes,
): Promise<{ ada: string; demoPeople: Map<string, DemoPerson> }> {
  const codeFor = (phone: string) => new Promise<string>((resolve) => codes.set(phone, resolve));
  const demoPeople = new Map<string, DemoPerson>();
  for (const { name, phone } of people) demoPeople.set(name, await createDemoPerson({ url, phone, codeFor }));
  await seedChats(demoPeople);
  await seedMoments(demoPeople);
  const ada = demoPeople.get(visitor!.name)!;
  demoPeople.delete(visitor!.name);
  await ada.signOut();
  await ada.close();
  return { ada: ada.identifier, demoPeople };
}

/** Waits for the visitor's keys, because messages from before would be unencrypted. */
async function startConversations(ada: string, demoPeople: ReadonlyMap<string, DemoPerson>): Promise<void> {
  const [first] = demoPeople.values();
  for (let tries = 0; !(await first!.canEncryptFor(ada)); tries += 1) {
    if (tries === 15) return; // a code was requested but not used
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  for (const { name } of others) await demoPeople.get(name)!.playScript(ada, scripts[name]!);
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
  const consumeCodeLine = (line: string): boolean => {
    if (!line.includes('"sms code"')) return false;
    const { phone, code } = JSON.parse(line) as { phone: string; code: string };
    const waiting = codes.get(phone);
    codes.delete(phone);
    waiting?.(code);
    if (!waiting && phone === visitor!.phone) {
      void startWriting?.().catch((error: Error) =>
        printStatus(`nobody could write to ${visitor!.name}: ${error.message}`),
      );
      startWriting = undefined;
    }
    return waiting !== undefined;
  };

  for await (const line of createInterface(child.stdout)) {
    if (consumeCodeLine(line)) continue;
    const ready = /Amber is ready: (\S+)\/chat\/$/.exec(line);
    if (!ready) {
      console.log(line);
      continue;
    }
    const finish = () => {
      printStatus(
        `sign in with a phone number of yours, or as ${visitor!.name} with ${visitor!.phone} (a minute from now); the code is printed here`,
      );
      console.log(line);
    };
    if (existsSync(markerFile)) {
      finish();
      continue;
    }
    printStatus('making a small world to look at…');
    createDemoData(ready[1]!, codes).then(
      ({ ada, demoPeople }) => {
        startWriting = () => startConversations(ada, demoPeople);
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
