// The one HTML page, with its configuration and the frame that is seen before any script runs.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAsset, type Asset } from './assets.ts';
import type { Registry } from './registry.ts';

interface PageOptions {
  shellDir: string;
  config: { registry: Registry; loginUrl: string };
}

const configMarker = '<!--amber-config-->';
const frameMarker = '<!--amber-frame-->';

const readIfThere = async (file: string): Promise<string> => (existsSync(file) ? readFile(file, 'utf8') : '');

/** The page for a path; null when the shell has not been built. */
export async function createPage({ shellDir, config }: PageOptions): Promise<((path: string) => Asset) | null> {
  const index = await readIfThere(join(shellDir, 'index.html'));
  if (index === '') return null;
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const configured = index.replace(configMarker, () => `<script type="application/json" id="amber-config">${json}</script>`);
  const withFrame = async (name: string) => {
    const frame = await readIfThere(join(shellDir, 'frames', name));
    return createAsset('index.html', Buffer.from(configured.replace(frameMarker, () => frame)));
  };
  const signIn = await withFrame('signIn.html');
  const app = await withFrame('app.html');
  return (path) => (path === '/chat/login' ? signIn : app);
}
