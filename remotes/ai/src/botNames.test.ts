import type { AiBotInfo } from '@amber/proto';
import { expect, test, vi } from 'vitest';

test('R219 on a Chinese page a bot has its own name, and what the gateway gave it reads Chinese', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'zh-Hans' } });
  const { loadWords } = await import('@amber/words');
  const { translations } = await import('./words/gen/translations.ts');
  const { translations: screen } = await import('@amber/conversation-screen/translations');
  await loadWords(translations, screen);
  const { charactersOf, displayNameOf: nameOf } = await import('./botNames.ts');
  const bot = (name: string, nameEn: string, ...AiCharacters: string[]) =>
    ({ name, nameEn, AiCharacters }) as AiBotInfo;
  expect(nameOf(bot('琥珀', 'Amber'))).toBe('琥珀');
  expect(nameOf(bot('', 'Amber'))).toBe('Amber');
  const assistant = bot('Amber Assistant', 'Amber Assistant', 'Helpful', 'constructor');
  expect([nameOf(assistant), ...charactersOf(assistant)]).toEqual(['Amber 助手', '热心', 'constructor']);
});
