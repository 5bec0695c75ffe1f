// How the browser tests start Chromium.
import { findChromium } from '../../tools/chromium.ts';

/** Returns Playwright's `launchOptions`, with more of Chromium's flags where a test file needs them. */
export function chromiumOptions(flags: readonly string[] = []) {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  };
}
