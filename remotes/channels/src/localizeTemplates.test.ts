import type { SpaceTemplate } from '@amber/proto';
import { expect, test, vi } from 'vitest';

test('R186 R219 templates and classifications are named in the page’s language, unknown ones as the gateway says', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'zh-Hans' } });
  const { loadWords } = await import('@amber/words');
  const { translations } = await import('./words/gen/translations.ts');
  await loadWords(translations);
  const { localizeClassification: namedClassification, localizeTemplate: namedTemplate } =
    await import('./localizeTemplates.ts');
  const classification = (spaceClassification: string, name: string) =>
    namedClassification({ spaceClassification, name, spaceCount: 1 }).name;
  expect(classification('games', 'Games')).toBe('游戏');
  expect(classification('constructor', 'Builders')).toBe('Builders');
  const template = (templateId: string, name: string, rooms: string[]) =>
    namedTemplate({
      templateId,
      name,
      intro: 'As it was',
      rooms: rooms.map((room) => ({ name: room })),
    } as SpaceTemplate);
  const friends = template('friends', 'Friends', ['Living room', 'Kitchen']);
  expect([friends.name, friends.intro, ...friends.rooms.map(({ name }) => name)]).toEqual([
    '朋友',
    '和熟悉的朋友在一起。',
    '客厅',
    'Kitchen',
  ]);
  expect(template('new', 'New', [])).toMatchObject({ name: 'New', intro: 'As it was' });
});
