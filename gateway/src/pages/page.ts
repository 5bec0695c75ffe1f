// The one HTML page in each language: configuration, styles, and the frame shown before any script runs.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAsset, type Asset } from '../files/assets.ts';
import type { Snapshot } from '../rollout/registry.ts';
import { pageRegistryOf } from '../rollout/pageRegistry.ts';
import { preferredLanguage } from './preferredLanguage.ts';

export interface PageOptions {
  shellDir: string;
  loginUrl: string | undefined;
  sourceUrl: string | undefined;
  /** No codes are sent, so the sign-in form only offers the wallet. */
  walletsOnly: boolean;
  /** The sign-in form asks newcomers for an operator's code first. */
  isByInvitation: boolean;
  /** The country whose national numbers may be typed without a country code, such as 'DE 49'. */
  smsCountry: string | undefined;
  /** The operator has terms of use; the page links to them. */
  hasTerms: boolean;
}

const configMarker = '<!--amber-config-->';
const frameMarker = '<!--amber-frame-->';
/** The page's head in each language. */
const headMarker = '<!--amber-head-->';

const appFrame = 'app.html';
const formFrame = 'signIn.html';
/**
 * At the start address the page's own script chooses the frame, because only the script knows whether somebody is
 * signed in.
 */
const startFrame = 'start';

/** The frames that are shown at these paths before any script runs; other paths show the app's outline. */
const frameOf: ReadonlyMap<string, string> = new Map([
  ['/chat/', startFrame],
  ['/chat/login', formFrame],
  ['/chat/home', 'landing.html'],
  ['/chat/privacy-policy', 'open.html'],
  ['/chat/slap', 'open.html'],
]);
const frames = [appFrame, ...new Set(frameOf.values())];

const readIfExists = async (file: string): Promise<string> => (existsSync(file) ? readFile(file, 'utf8') : '');

async function readFrame(folder: string, frame: string): Promise<string> {
  if (frame !== startFrame) return readIfExists(join(folder, frame));
  const [form, app] = [await readIfExists(join(folder, formFrame)), await readIfExists(join(folder, appFrame))];
  return form === '' ? app : `<template>${form}</template>${app}`;
}

/** Inlined in the page, so that the form hides useless fields even before a script runs. */
const walletOnlyStyle =
  '.sign-card>:has([name=phone],[name=code]),.sign-card>[type=submit],.sign-or,.sign-lead{display:none}';

/** The styles and scripts that the page loads. */
export interface InlineHashes {
  styles: string[];
  scripts: string[];
}

export interface Page {
  /** The page for a path, with the current releases, in the language that best matches those of the browser. */
  find(path: string, snapshot: Pick<Snapshot, 'registry' | 'details'>, accepted: readonly string[]): Asset;
  /** The `'sha256-…'` sources that the policy must allow for the page's inline scripts and styles. */
  hashes: InlineHashes;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Inlines the page's stylesheets, so that the first paint waits for one response instead of two in a row. */
async function inlineStyles(html: string, shellDir: string): Promise<{ html: string; styleHashes: string[] }> {
  const styleHashes: string[] = [];
  for (const [link] of html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)) {
    const css = await readFile(join(shellDir, link.match(/href="\/chat\/([^"]+)"/)![1]!), 'utf8');
    styleHashes.push(hashOf(css));
    html = html.replace(link, () => `<style>${css}</style>`);
  }
  return { html, styleHashes };
}

/** Null when the shell has not been built. */
export async function createPage({
  shellDir,
  loginUrl = '',
  sourceUrl = '',
  walletsOnly,
  isByInvitation,
  smsCountry,
  hasTerms,
}: PageOptions): Promise<Page | null> {
  const built = await readIfExists(join(shellDir, 'index.html'));
  if (built === '') return null;
  const { html, styleHashes } = await inlineStyles(built, shellDir);
  const index = walletsOnly ? html.replace('</head>', `<style>${walletOnlyStyle}</style></head>`) : html;
  const styles = walletsOnly ? [...styleHashes, hashOf(walletOnlyStyle)] : styleHashes;
  const scripts = [...built.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => hashOf(text!));
  const frameFolder = join(shellDir, 'frames');
  const languages = existsSync(frameFolder) ? (await readdir(frameFolder)).sort() : ['en'];
  const rootAttributes =
    (isByInvitation ? ' data-sign-up="invited"' : '') +
    (smsCountry === undefined ? '' : ` data-country="${smsCountry}"`) +
    (hasTerms ? ' data-terms' : '');
  const htmls = new Map<string, string>();
  for (const language of languages) {
    const head = await readIfExists(join(frameFolder, language, 'head.html'));
    const inLanguage = index
      .replace('<html lang="en"', `<html lang="${language}"${rootAttributes}`)
      .replace(headMarker, () => head);
    for (const frame of frames) {
      const frameHtml = await readFrame(join(frameFolder, language), frame);
      htmls.set(
        `${language}/${frame}`,
        inLanguage.replace(frameMarker, () => frameHtml),
      );
    }
  }

  /** The pages of one revision, cached because every visit requests one. */
  function pagesOf({ registry, details }: Pick<Snapshot, 'registry' | 'details'>) {
    const withConfig = (html: string, language: string) => {
      const config = { registry: pageRegistryOf(registry, details, language), loginUrl, sourceUrl };
      const json = JSON.stringify(config).replaceAll('<', '\\u003c');
      return createAsset(
        'index.html',
        Buffer.from(
          html.replace(configMarker, () => `<script type="application/json" id="amber-config">${json}</script>`),
        ),
        { bestAfter: 0 }, // 23 kB take 40 ms, once for each revision, and every visit is 0.5 kB smaller
      );
    };
    return {
      revision: registry.revision,
      assets: new Map([...htmls].map(([frame, html]) => [frame, withConfig(html, frame.split('/')[0]!)])),
    };
  }
  let pages = pagesOf({ registry: { revision: 0, offers: [], words: [] }, details: null });

  return {
    find(path, snapshot, accepted) {
      if (snapshot.registry.revision !== pages.revision) pages = pagesOf(snapshot);
      return pages.assets.get(`${preferredLanguage(accepted, languages)}/${frameOf.get(path) ?? appFrame}`)!;
    },
    hashes: { styles, scripts },
  };
}
