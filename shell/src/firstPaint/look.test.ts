import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';

const [, early] = /<script>([^]*?)<\/script>/.exec(readFileSync(join(import.meta.dirname, '../index.html'), 'utf8'))!;
const tokens = readFileSync(join(import.meta.dirname, '../../../shared/ui/src/tokens.css'), 'utf8');
const [s0OfDark, s0OfLight] = [...tokens.matchAll(/--s0: (#\w+)/g)].map(([, colour]) => colour);

/** The page's first script, where this is stored and the system has this theme; null is a storage that is blocked. */
function openPage(stored: Record<string, string> | null, { isLightSystem = false } = {}) {
  const window = new Window({ url: 'https://amber.example/chat/' });
  const { document } = window;
  document.head.innerHTML = '<meta name="theme-color">';
  document.documentElement.lang = 'en';
  const system = Object.assign(new EventTarget(), { matches: isLightSystem });
  const emitter = new EventTarget();
  runInNewContext(early!.replace('<%= directions %>', '{"en":"ltr","zh-Hans":"ltr"}'), {
    window,
    document,
    localStorage: {
      getItem: (key: string) => {
        if (stored === null) throw new Error('blocked');
        return stored[key] ?? null;
      },
    },
    matchMedia: () => system,
    addEventListener: emitter.addEventListener.bind(emitter),
  });
  const { dataset, style, lang } = document.documentElement;
  return {
    lang,
    look: () => [
      dataset['theme'],
      dataset['motion'],
      style.getPropertyValue('--message-size'),
      document.querySelector('meta')!.getAttribute('content'),
    ],
    change: (key: string, newValue: string | null) =>
      emitter.dispatchEvent(Object.assign(new Event('storage'), { key, newValue })),
    changeSystem: (isLight: boolean) => {
      system.matches = isLight;
      system.dispatchEvent(new Event('change'));
    },
  };
}

const dark = ['dark', 'system', '15px', s0OfDark];
const light = ['light', 'system', '15px', s0OfLight];
const stored = (look: object) => ({ 'amber-look': JSON.stringify(look) });

test('R219 the page is dark where nothing, nothing readable or nothing at all can be stored, also in a light system', () => {
  for (const held of [null, {}, { 'amber-look': '{' }, { 'amber-look': 'null' }, stored({ textSize: 15 })])
    expect(openPage(held, { isLightSystem: true }).look()).toEqual(dark);
});

test('R219 the stored look applies with the first script: theme, motion and text size', () => {
  expect(openPage(stored({ theme: 'light', motion: 'reduced', textSize: 20 })).look()).toEqual([
    'light',
    'reduced',
    '20px',
    s0OfLight,
  ]);
  expect(openPage(stored({ theme: 'system' })).look()).toEqual(dark);
  expect(openPage(stored({ theme: 'system' }), { isLightSystem: true }).look()).toEqual(light);
  expect(openPage({ 'amber-look': '{', 'amber-language': 'zh-Hans' }).lang).toBe('zh-Hans');
});

test('R219 a change in another tab and one of the system apply at once', () => {
  const { look, change, changeSystem } = openPage(null);
  changeSystem(true);
  change('another', '{"theme":"light"}');
  expect(look()).toEqual(dark);
  change('amber-look', '{"theme":"system"}');
  expect(look()).toEqual(light);
  changeSystem(false);
  expect(look()).toEqual(dark);
  change('amber-look', '{"theme":"light"}');
  expect(look()).toEqual(light);
  change('amber-look', null);
  expect(look()).toEqual(dark);
});
