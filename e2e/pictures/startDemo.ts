// Runs `npm start -- --demo` in a temporary folder, and signs in as its visitor.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readyOrigin } from '@amber/gateway/testing/consoleOutput';
import type { Page } from '@playwright/test';
import { visitor } from '../../tools/demo/people.ts';
import { root } from '../../tools/run.ts';

/** A running demo. */
export interface Demo {
  /** The app's address. */
  url: string;
  /** Signs in as the demo's visitor. Call it once: the demo's people write to the first device. */
  signIn(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** Builds and starts the demo; resolves when its world exists. @throws Error when the gateway ends before. */
export async function startDemo(): Promise<Demo> {
  const data = mkdtempSync(join(tmpdir(), 'amber-pictures-'));
  const child = spawn(process.execPath, [join(root, 'tools', 'start.ts'), '--demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, AMBER_DATA: data, PORT: '0' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = Promise.withResolvers<string>();
  const code = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const origin = readyOrigin(line);
    if (origin !== undefined) address.resolve(`${origin}/chat/`);
    const printed = /^amber: the code for \S+ is (\d+)$/.exec(line)?.[1];
    if (printed) code.resolve(printed);
  });
  void ended.then(() => address.reject(new Error('The gateway ended before it was ready.')));
  const close = async () => {
    child.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    const url = await address.promise;
    return {
      url,
      async signIn(page) {
        await page.goto(url);
        await page.getByRole('textbox', { name: 'Phone number' }).pressSequentially(visitor.phone);
        await page.getByRole('button', { name: 'Get code' }).click();
        await page.getByRole('textbox', { name: 'Verification code' }).pressSequentially(await code.promise);
        await page.getByRole('link', { name: /^Grace Hopper/ }).waitFor();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
