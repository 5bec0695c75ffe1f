// A remote under development: an edit is on screen without a reload.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestGateway } from '@amber/gateway/testing';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { devRemote } from '../../tools/devRemote.ts';
import { root } from '../../tools/run.ts';
import { expect, test } from '../kit/world.ts';

/** A copy of the remote, where its imports resolve. */
function copyOf(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'amber-work-'));
  cpSync(join(root, 'remotes', name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('dist') });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

test('R154 a remote is shown while it is written, inside a host in production, and the page stays', async ({
  newcomer,
}) => {
  test.setTimeout(scaledTimeout(600_000));
  const gateway = await startTestGateway({ shellDir: join(root, 'shell', 'dist') });
  const copy = copyOf('moments');
  const remote = await devRemote({ name: 'moments', target: gateway.url, port: 0, context: join(copy, 'moments') });
  try {
    const { page } = await newcomer('Team');
    await page.goto(remote.url);
    expect(new URL(page.url()).pathname).toBe('/chat/moments');
    await expect(page.getByRole('heading', { name: 'Moments', exact: true })).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }));

    const change = (file: string, from: string, to: string) => {
      const path = join(copy, 'moments', 'src', file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };
    change('words/en.json', '"moments": "Moments"', '"moments": "Instants"');
    await expect(page.getByRole('heading', { name: 'Instants' })).toBeVisible();
    change('feed/Feed.module.css', 'gap: var(--space-3)', 'gap: 29px');
    await expect(page.getByRole('region', { name: 'Latest moments' })).toHaveCSS('row-gap', '29px');
    expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
  } finally {
    await remote.close();
    await gateway.close();
    rmSync(copy, { recursive: true, force: true });
  }
});
