// A browser that can be killed like any process, and restarted with its profile.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';
import { waitForValue } from './gatewayProcess.ts';

export interface KillableBrowser {
  /** The profile in the browser that runs at present. */
  context: BrowserContext;
  /** Kills all its processes with `kill -9`, then starts it again. */
  killAndStart(): Promise<void>;
  close(): Promise<void>;
}

const flags = [
  '--headless',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1440,900',
];

export async function startKillableBrowser(): Promise<KillableBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'amber-profile-'));
  let child: ChildProcess;

  async function start(): Promise<BrowserContext> {
    // It runs in its own process group, so that its renderers are killed with it.
    child = spawn(findChromium() ?? 'chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    const address = await waitForValue('the browser', () => /DevTools listening on (ws:\S+)/.exec(printed)?.[1]);
    const browser = await chromium.connectOverCDP(address);
    return browser.contexts()[0]!;
  }

  const kill = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      process.kill(-child.pid!, 'SIGKILL');
    });

  const running: KillableBrowser = {
    context: await start(),
    async killAndStart() {
      await kill();
      running.context = await start();
    },
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return running;
}
