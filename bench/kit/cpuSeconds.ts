// The processor time of a browser.
import type { CDPSession } from '@playwright/test';

/** Returns the CPU seconds that all processes of the browser have used. */
export async function cpuSeconds(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
