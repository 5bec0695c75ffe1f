import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = (lang: string, dir = 'ltr') => vi.stubGlobal('document', { documentElement: { lang }, dir });

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** A fresh page in this language, with a catalogue of two sections of which one is asked for before it is loaded. */
async function speaking(lang: string) {
  page(lang);
  const { loadWords, number, plural, section } = await import('./words.ts');
  const early = section('a.early', { title: 'Title', of: { count: (v: { n: number }) => `${number(v.n)} in all` } });
  const held = early.of;
  await loadWords({
    'zh-Hans': async () => ({
      default: {
        'a.early': { title: '标题', of: { count: (v: { n: number }) => `共${number(v.n)}个` } },
        'a.late': { title: '之后' },
      },
    }),
  });
  return { early, held, late: section('a.late', { title: 'Late' }), plural };
}

test('R186 R219 a section speaks the page’s language, wherever it or a part of it is held already', async () => {
  const { early, held, late } = await speaking('zh-Hans');
  expect(early.title).toBe('标题');
  expect(held.count({ n: 1200 })).toBe('共1,200个');
  expect(late.title).toBe('之后');
});

test.each(['en', 'fr', ''])('a page in %j reads English', async (lang) => {
  const { early, late } = await speaking(lang);
  expect([early.title, early.of.count({ n: 2 }), late.title]).toEqual(['Title', '2 in all', 'Late']);
});

test('an exact number goes before the category, and a category that has no form is other', async () => {
  const { plural } = await speaking('en');
  const forms = { '=0': 'none', one: 'one', other: 'many' };
  expect([0, 1, 2].map((value) => plural(value, forms))).toEqual(['none', 'one', 'many']);
  expect(plural(1, { other: 'any' })).toBe('any');
});

test('R213 a name cannot turn its sentence, nor end its isolation', async () => {
  page('en');
  const { isolate } = await import('./isolate.ts');
  expect(isolate('Ada')).toBe('Ada');
  expect(isolate('دانا')).toBe('\u2068دانا\u2069');
  expect(isolate('A\u202Egnp\u2069.exe')).toBe('Agnp.exe');
  expect(isolate('x\u2068y')).toBe('xy');
  page('ar-XB', 'rtl');
  expect(isolate('Ada')).toBe('\u2068Ada\u2069');
});

test('R213 the names of a list keep their order, also in the middle of a sentence', async () => {
  page('en');
  const { isolate } = await import('./isolate.ts');
  const { formatList } = await import('./formats.ts');
  const list = formatList(['دانا', 'Ada', 'נועה']);
  expect(list).toBe('\u2068دانا\u2069, Ada and \u2068נועה\u2069');
  expect(isolate(list)).toBe(`\u2068${list}\u2069`);
});
