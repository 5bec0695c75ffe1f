import { deletedName } from '@amber/proto/deletedAccount';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// The files of this package share a thread and its modules: the language that is loaded here must stay here.
beforeAll(() => void vi.resetModules());
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('R186 R196 on a Chinese page a deleted account is named in Chinese, from a row as from the message itself', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'zh-Hans' } });
  const { loadWords } = await import('@amber/words');
  const { translations } = await import('../words/gen/translations.ts');
  const { translations: ui } = await import('@amber/ui/translations');
  await loadWords(translations, ui);
  const { systemLine } = await import('./systemLine.ts');
  const line = (nameOf: (identifier: string) => string) =>
    systemLine(
      {
        cmdId: 'inviteMember',
        actor: 'a',
        targets: ['b'],
        body: { members: [{ identifier: 'b', lastName: deletedName, avatar: '' }] },
      },
      { me: 'me', nameOf },
    );
  const fromMessage = line((identifier) => (identifier === 'a' ? 'Alice' : ''));
  expect(fromMessage).toContain('已注销的账号');
  expect(line((identifier) => (identifier === 'a' ? 'Alice' : deletedName))).toBe(fromMessage);
});
