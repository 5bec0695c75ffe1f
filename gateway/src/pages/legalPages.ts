// The operator's own legal pages: Markdown files that are served as pages without any script.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type Asset, createAsset } from '../files/assets.ts';
import { bareHeaders } from './headers.ts';
import { preferredLanguage } from './preferredLanguage.ts';

/** The path below /chat of each page, by the name of its file. */
const paths = { terms: '/terms', privacy: '/privacy-policy' } as const;
export type LegalPage = keyof typeof paths;

const fileName = /^(terms|privacy)(?:\.([A-Za-z]{2,3}(?:-[A-Za-z]{2,8})*))?\.md$/;
/** A file without a language in its name. */
const defaultLanguage = 'en';
const maxBytes = 512 * 1024;

/** The colours of the app's dark theme, its default: the page has no script that could read the visitor's choice. */
const style = `:root{color-scheme:dark;background:#111;color:#c9c9c9;font:16px/1.6 system-ui,sans-serif}
body{max-width:42em;margin:0 auto;padding:24px 20px 64px}h1,h2,h3,h4,th{color:#fff}h1{font-size:28px;line-height:34px}h2{margin-top:2em;font-size:20px}
a{color:#f8ad2d;text-underline-offset:3px}nav a{display:inline-block;padding:12px 0;font-weight:600;text-decoration:none}nav a:hover{text-decoration:underline}
a:focus-visible{outline:2px solid #ffd27a;outline-offset:2px}pre{overflow-x:auto}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #3d3d3d;padding:4px 8px;text-align:start}
@media print{:root{color-scheme:light;background:none}:root,h1,h2,h3,h4,th,a{color:#000}}`;
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Such a page has no script and loads nothing. */
export const legalHeaders = {
  ...bareHeaders,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'style-src': [styleHash],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** HTML in the text is shown as it is written, and links with dangerous addresses lead nowhere: micromark's default. */
function documentOf(markdown: string, language: string, fallbackTitle: string): string {
  const title = /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim() ?? fallbackTitle;
  const body = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return `<!doctype html><html lang="${language}" dir="auto"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style><nav><a href="/chat/">Amber</a></nav><main>${body}</main></html>`;
}

export interface LegalPages {
  /** The pages that the operator has. */
  names: readonly LegalPage[];
  /**
   * The page at a path, in the language that best matches the requested ones, best first. Undefined when the operator
   * has none there.
   */
  find(path: string, languages: readonly string[]): Asset | undefined;
}

export const noLegalPages: LegalPages = { names: [], find: () => undefined };

/**
 * Reads `terms.md`, `privacy.md`, and their translations such as `terms.zh-Hans.md`.
 * @throws Error with a sentence for the operator when the folder cannot be read, has no such file, or one is too large
 */
export async function readLegalPages(folder: string): Promise<LegalPages> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`LEGAL_DIR: the folder ${folder} cannot be read`, { cause });
  });
  const pages = new Map<LegalPage, Map<string, Asset>>();
  for (const file of files.sort()) {
    const [, name, language = defaultLanguage] = fileName.exec(file) ?? [];
    if (name === undefined) continue;
    const path = join(folder, file);
    if ((await stat(path)).size > maxBytes) throw new Error(`LEGAL_DIR: ${file} is larger than 512 kB`);
    const html = documentOf(await readFile(path, 'utf8'), language, name);
    const translations = pages.get(name as LegalPage) ?? new Map<string, Asset>();
    pages.set(name as LegalPage, translations.set(language, createAsset('page.html', Buffer.from(html))));
  }
  if (pages.size === 0) throw new Error(`LEGAL_DIR: the folder ${folder} has neither terms.md nor privacy.md`);
  const names = [...pages.keys()].sort();
  return {
    names,
    find(path, languages) {
      const name = names.find((one) => `/chat${paths[one]}` === path);
      const translations = name && pages.get(name)!;
      if (!translations) return undefined;
      const available = [...translations.keys()];
      return translations.get(preferredLanguage(languages, available)) ?? translations.get(available[0]!);
    },
  };
}
