// Finds a Chromium for the browser tests, and installs one where that is possible.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { bin, run, printStatus } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const findOnPath = (name: string): string | undefined =>
  process.env['PATH']!.split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/**
 * The path of a Chromium: from CHROMIUM in the environment, the system's, or Playwright's own. Undefined when there is
 * none.
 */
export function findChromium(): string | undefined {
  const configured = process.env['CHROMIUM'];
  if (configured) return configured;
  const system = names.map(findOnPath).find(Boolean);
  if (system) return system;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * Finds a Chromium or installs one: Debian's package if apt-get may be used, else Playwright's download.
 * @throws Error with a sentence that says what to do.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  if (findOnPath('apt-get') && process.getuid?.() === 0) {
    printStatus("installing Chromium (once; Debian's package)…");
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env, quiet: true });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, quiet: true });
  } else {
    printStatus("installing Chromium (once; Playwright's build)…");
    await run(bin('playwright'), ['install', 'chromium'], { quiet: true });
  }
  const installed = findChromium();
  if (!installed) {
    throw new Error(
      "The browser tests need Chromium, and none could be installed. Install it with your system's package manager, or say where it is: CHROMIUM=/path/to/chromium npm test",
    );
  }
  return installed;
}
