// Finds a Chromium for the browser tests, and installs one where that is possible.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findOnPath, installDebianPackage } from './debianPackage.ts';
import { bin, run, printStatus } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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
  if (!(await installDebianPackage('chromium'))) {
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
