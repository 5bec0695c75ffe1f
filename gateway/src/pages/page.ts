// The one HTML page, with its configuration, its styles and the frame that is seen before any script runs.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@amber/proto';
import { createAsset, type Asset } from './assets.ts';

interface PageOptions {
  shellDir: string;
  loginUrl: string;
}

const configMarker = '<!--amber-config-->';
const frameMarker = '<!--amber-frame-->';

const readIfThere = async (file: string): Promise<string> => (existsSync(file) ? readFile(file, 'utf8') : '');

export interface Page {
  /** The page for a path, with what is offered now. */
  of(path: string, registry: Registry): Asset;
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
export async function createPage({ shellDir, loginUrl }: PageOptions): Promise<Page | null> {
  const built = await readIfThere(join(shellDir, 'index.html'));
  if (built === '') return null;
  const { html: index, styleHashes } = await inlineStyles(built, shellDir);
  const frames = await Promise.all(['signIn.html', 'app.html'].map((name) => readIfThere(join(shellDir, 'frames', name))));
  const [signIn, app] = frames.map((frame) => index.replace(frameMarker, () => frame));

  /** The pages of one revision; made once, since every visit asks for one. */
  function pagesOf(registry: Registry) {
    const json = JSON.stringify({ registry, loginUrl }).replaceAll('<', '\\u003c');
    const withConfig = (html: string) => createAsset('index.html',
      Buffer.from(html.replace(configMarker, () => `<script type="application/json" id="amber-config">${json}</script>`)));
    return { revision: registry.revision, signIn: withConfig(signIn!), app: withConfig(app!) };
  }
  let pages = pagesOf({ revision: 0, offers: [] });

  return {
    of(path, registry) {
      if (registry.revision !== pages.revision) pages = pagesOf(registry);
      return path === '/chat/login' ? pages.signIn : pages.app;
    },
    styleHashes,
  };
}
