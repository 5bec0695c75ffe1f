// `npm start -- --demo`: a gateway with a small world in it, whose people answer.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { root, say } from '../run.ts';
import { createLivingPerson, type LivingPerson } from './livingPerson.ts';
import { makeMoments } from './moments.ts';
import { makeWorld, people, scripts } from './world.ts';

const [visitor, ...others] = people;

/** Who waits for a code that the gateway prints. */
type Codes = Map<string, (code: string) => void>;

/** Everybody signs in, the world is made, and the visitor's account is left without a device: theirs is the first. */
async function begin(url: string, codes: Codes): Promise<{ ada: string; living: Map<string, LivingPerson> }> {
  const codeFor = (phone: string) => new Promise<string>((resolve) => codes.set(phone, resolve));
  const living = new Map<string, LivingPerson>();
  for (const { name, phone } of people) living.set(name, await createLivingPerson({ url, phone, codeFor }));
  await makeWorld(living);
  await makeMoments(living);
  const ada = living.get(visitor!.name)!;
  living.delete(visitor!.name);
  await ada.leave();
  await ada.close();
  return { ada: ada.identifier, living };
}

/** What is written before the visitor has keys would go unencrypted. */
async function converse(ada: string, living: ReadonlyMap<string, LivingPerson>): Promise<void> {
  const [first] = living.values();
  for (let tries = 0; !(await first!.reaches(ada)); tries += 1) {
    if (tries === 15) return; // a code was asked for, and not used
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  for (const { name } of others) await living.get(name)!.converse(ada, scripts[name]!);
}

/** Runs the gateway as a child process, so that the codes on its console can be read. */
export async function demo(): Promise<void> {
  const data = resolve(process.env['AMBER_DATA'] ?? '.amber');
  const made = join(data, 'demo-made');
  const codes: Codes = new Map();
  const child = spawn(process.execPath, [join(root, 'gateway', 'src', 'main.ts')], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));

  /** Set until the visitor has been written to. */
  let speak: (() => Promise<void>) | undefined;
  const heard = (line: string): boolean => {
    if (!line.includes('"sms code"')) return false;
    const { phone, code } = JSON.parse(line) as { phone: string; code: string };
    const waiting = codes.get(phone);
    codes.delete(phone);
    waiting?.(code);
    if (!waiting && phone === visitor!.phone) {
      void speak?.().catch((error: Error) => say(`nobody could write to ${visitor!.name}: ${error.message}`));
      speak = undefined;
    }
    return waiting !== undefined;
  };

  for await (const line of createInterface(child.stdout)) {
    if (heard(line)) continue;
    const ready = /Amber is ready: (\S+)\/chat\/$/.exec(line);
    if (!ready) {
      console.log(line);
      continue;
    }
    const finish = () => {
      say(
        `sign in with a phone number of yours, or as ${visitor!.name} with ${visitor!.phone} (a minute from now); the code is printed here`,
      );
      console.log(line);
    };
    if (existsSync(made)) {
      finish();
      continue;
    }
    say('making a small world to look at…');
    begin(ready[1]!, codes).then(
      ({ ada, living }) => {
        speak = () => converse(ada, living);
        mkdirSync(data, { recursive: true });
        writeFileSync(made, '');
        finish();
      },
      (error: Error) => {
        say(`the small world could not be made: ${error.message}`);
        finish();
      },
    );
  }
}
