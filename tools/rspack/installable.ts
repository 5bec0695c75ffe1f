// Makes the app installable: a manifest per language, and icons drawn from its mark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiler, rspack } from '@rspack/core';
import sharp from 'sharp';

const base = '/chat/';
/** The background of the default theme: a manifest cannot depend on the chosen one. */
const dark = '#111111';

/** `share`: the mark's share of the square. Masks cut up to a fifth off each side. */
const icons = [
  { file: '192.png', size: 192, share: 1, purpose: 'any' },
  { file: '512.png', size: 512, share: 1, purpose: 'any' },
  { file: 'maskable.png', size: 512, share: 0.6, background: dark, purpose: 'maskable' },
  { file: 'apple.png', size: 180, share: 0.7, background: dark },
  { file: 'badge.png', size: 96, share: 0.9, isOutline: true, purpose: 'monochrome' },
] as const satisfies readonly Icon[];

interface Icon {
  file: string;
  size: number;
  share: number;
  background?: string;
  /** Drawn in white only, because systems colour it themselves. */
  isOutline?: boolean;
  purpose?: string;
}

/** The first shape of the mark with its last cut out. */
function outlineOf(mark: string): string {
  const shapes = [...mark.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path!);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#fff" fill-rule="evenodd" d="${shapes.at(0)!}${shapes.at(-1)!}"/></svg>`;
}

async function draw(mark: string, { size, share, background, isOutline }: Icon): Promise<Buffer> {
  const inside = Math.round(size * share);
  const drawn = await sharp(Buffer.from(isOutline ? outlineOf(mark) : mark), { density: 72 * (size / 40) * 2 })
    .resize(inside, inside)
    .png()
    .toBuffer();
  return sharp({
    create: { width: size, height: size, channels: 4, background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: drawn }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

interface Translations {
  app: { description: string; settings: { title: string } };
  outside: { findPeople: string };
}

/** The manifest as a browser reads it. Every language has the same id, because it is the same app. */
const manifestOf = (language: string, { app, outside }: Translations) => ({
  id: base,
  name: 'Amber',
  short_name: 'Amber',
  description: app.description,
  lang: language,
  dir: 'auto',
  scope: base,
  start_url: base,
  display: 'standalone',
  background_color: dark,
  theme_color: dark,
  categories: ['social', 'communication'],
  icons: icons
    .filter((icon) => 'purpose' in icon)
    .map(({ file, size, purpose }) => ({
      src: `${base}icons/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  shortcuts: [
    { name: outside.findPeople, url: `${base}contacts/new` },
    { name: app.settings.title, url: `${base}settings/account` },
  ],
  // The service worker stores the posted data until the person has chosen a chat.
  share_target: {
    action: `${base}share`,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'pictures', accept: ['image/*'] }],
    },
  },
});

/** Languages with a manifest of their own: see linkManifest. */
const languages = ['en', 'zh-Hans'];

/** @param context the host's folder */
export const installable = (context: string) => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('Installable', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'Installable', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => {
          const mark = readFileSync(join(context, 'public/favicon.svg'), 'utf8');
          const emit = (name: string, content: string | Buffer) =>
            compilation.emitAsset(name, new rspack.sources.RawSource(content));
          for (const icon of icons) emit(`icons/${icon.file}`, await draw(mark, icon));
          for (const language of languages) {
            const words = JSON.parse(readFileSync(join(context, `src/words/${language}.json`), 'utf8')) as Translations;
            emit(`manifest.${language}.webmanifest`, JSON.stringify(manifestOf(language, words)));
          }
        },
      );
    });
  },
});
