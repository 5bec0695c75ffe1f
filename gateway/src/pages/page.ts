// The one HTML page, with its configuration, its styles and the frame that is seen before any script runs.
import { createHash } from 'node:crypto';
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

export interface Page {
  /** The page for a path. */
  of(path: string): Asset;
  /** What the policy must allow for the styles in the page: `'sha256-…'`. */
  styleHashes: string[];
}

/** Puts the page's stylesheets into the page: its first paint then waits for one answer, not for two in a row. */
async function inlineStyles(html: string, shellDir: string): Promise<{ html: string; styleHashes: string[] }> {
  const styleHashes: string[] = [];
  for (const [link] of html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)) {
    const css = await readFile(join(shellDir, link.match(/href="\/chat\/([^"]+)"/)![1]!), 'utf8');
    styleHashes.push(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
    html = html.replace(link, () => `<style>${css}</style>`);
  }
  return { html, styleHashes };
}

/** Null when the shell has not been built. */
export async function createPage({ shellDir, config }: PageOptions): Promise<Page | null> {
  const built = await readIfThere(join(shellDir, 'index.html'));
  if (built === '') return null;
  const { html: index, styleHashes } = await inlineStyles(built, shellDir);
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const configured = index.replace(configMarker, () => `<script type="application/json" id="amber-config">${json}</script>`);
  const withFrame = async (name: string) => {
    const frame = await readIfThere(join(shellDir, 'frames', name));
    return createAsset('index.html', Buffer.from(configured.replace(frameMarker, () => frame)));
  };
  const signIn = await withFrame('signIn.html');
  const app = await withFrame('app.html');
  return { of: (path) => (path === '/chat/login' ? signIn : app), styleHashes };
}
