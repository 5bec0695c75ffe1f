// `npm start -- --demo`: a gateway with a small world, whose people answer.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { operatorLink, type PrintedCode, printedCode, readyOrigin } from '../../gateway/src/testing/consoleOutput.ts';
import { root, printStatus } from '../run.ts';
import { createWorld } from './createWorld.ts';
import { visitor } from './people.ts';

/** Runs the gateway as a child process, so that the codes on its console can be read. */
export async function demo(): Promise<void> {
  const data = resolve(process.env['AMBER_DATA'] ?? '.amber');
  const markerFile = join(data, 'demo-made');
  /** The callbacks that wait for a code from the gateway's console, by phone. */
  const codes = new Map<string, (code: string) => void>();
  const child = spawn(process.execPath, [join(root, 'gateway', 'src', 'main.ts')], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));

  /** Set until the first messages to the visitor are sent. */
  let startWriting: (() => Promise<void>) | undefined;
  let operatorToken: string | undefined;

  const consumeCode = ({ phone, code }: PrintedCode): void => {
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
    const printed = printedCode(line);
    if (printed) {
      consumeCode(printed);
      continue;
    }
    const isMade = existsSync(markerFile);
    const link = operatorLink(line);
    if (link && !isMade) {
      operatorToken = link.searchParams.get('operator')!; // used up below, so the link would lead nowhere
      continue;
    }
    const origin = readyOrigin(line);
    if (origin === undefined) {
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
    createWorld({
      url: origin,
      codeFor: (phone) => new Promise((resolve) => codes.set(phone, resolve)),
      operatorToken,
      print: printStatus,
    }).then(
      (world) => {
        startWriting = world.startPrivateChats;
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
