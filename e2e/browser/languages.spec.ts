// Languages: every screen in a pseudo-language, switching languages, and a system line in each reader's language.
import type { Page } from '@playwright/test';
import { languageStorageKey } from '@amber/words/languages';
import { connectClient } from '../../tools/client.ts';
import { accountOf } from '../kit/accountOf.ts';
import { expect, withoutServiceWorker, type Person, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

/** A feature has the title of its manifest, in the languages that this has. */
const titles = ['Chats', 'Spaces', 'AI', 'Moments', 'Airdrop', 'Contacts'];

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The server's own names, in the language of the person who set it up. */
const seeded = [
  'Welcome',
  'General',
  'Help',
  'Amber Assistant',
  'News from the people who run this server, and a place to say hello.',
];
/** Names that every language writes the same way. */
const brands = ['English', 'Chrome', 'Linux'];

/** Switches the language, from the next page on. */
const setLanguage = (page: Page, language: string) =>
  page.evaluate(([key, id]) => localStorage.setItem(key!, id!), [languageStorageKey, language]);

/**
 * This page's untranslated text, and the catalogue sentences that are cut off. A pseudo-sentence has no Latin letters
 * and ends in `~`. Codes and names are exempt: elements marked as such, code, and `known`.
 */
const findUntranslated = (page: Page, known: readonly string[]) =>
  page.evaluate(
    ([names, ofManifests]) => {
      const wrong = new Set<string>();
      const isLatin = (text: string | null) => {
        let rest = text ?? '';
        for (const name of names) rest = rest.replaceAll(name, '');
        return /[A-Za-z]{2,}/.test(rest);
      };
      const skipped = '[translate="no"], code, kbd, script, style, [hidden], textarea, input';
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        if (element.closest('[translate="no"], code, script, style') || !element.checkVisibility()) continue;
        for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']) {
          const said = element.getAttribute(attribute);
          if (isLatin(said)) wrong.add(`${attribute}: ${said}`);
        }
        if (element.matches(skipped)) continue;
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const isTitle = (text: string | null) => ofManifests.includes(text!.trim());
        for (const { textContent } of own)
          if (isLatin(textContent) && !isTitle(textContent)) wrong.add(`text: ${textContent}`);
        const isSentence = own.some(({ textContent }) => textContent!.includes('~'));
        const { overflowX, overflowY, clip } = getComputedStyle(element);
        const isShown = clip === 'auto' && element.clientWidth > 1;
        const cut =
          (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
          (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2);
        const isDrawing = element.closest('[aria-hidden="true"]') !== null;
        if (isSentence && isShown && cut && !isDrawing) wrong.add(`cut off: ${element.textContent}`);
      }
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) wrong.add(`the page is ${scrollWidth - clientWidth} px too wide`);
      return [...wrong];
    },
    [known, titles] as const,
  );

/** A person without a browser. */
async function connectClientFor(
  person: Person,
  gateway: { port: number; codeFor(phone: string): Promise<string> },
  name: string,
) {
  const codes = new Map<string, string>();
  const number = person.phone.replace(/^\+4917/, '+4920');
  void gateway.codeFor(number).then((code) => codes.set(number, code));
  const client = await connectClient(`http://127.0.0.1:${gateway.port}`, codes, number);
  await client.call('user.updateUserInfo', { lastName: name, avatar: '' });
  return client;
}

const openPage = async (page: Page, path: string) => {
  await page.goto(`/chat${path}`);
  await expect(page.locator('h1, h2').first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};

test('R186 no screen has a sentence that is left in code, and none cuts one off that is 40 % longer', async ({
  person,
  newcomer,
  world,
}) => {
  test.slow();
  const alice = await person('Алиса');
  const { page } = alice;
  const bob = await connectClientFor(alice, world.gateway, 'Борис');
  const { identifier } = await accountOf(page);
  const { conversation } = await bob.call('conversation.create', {
    type: 'group',
    name: 'Книги',
    identifiers: [identifier],
    requestId: 'languages'.padEnd(24, '0'),
  });
  const { conversionId: cid } = conversation!;
  await bob.call('message.sendGroupMessage', {
    id: 'languageSaid'.padEnd(24, '0'),
    conversation: { conversationId: cid, conversationType: 'group' },
    content: [{ type: 'text', message: JSON.stringify({ text: 'Привет 1' }) }],
  });
  await setLanguage(page, 'en-XA');

  // Public spaces of others who live on this gateway.
  const { spaceInfo } = await bob.call('groupChat.queryPublicSpace', {});
  const known = [...seeded, ...brands, ...spaceInfo.flatMap(({ spaceName, intro }) => [spaceName, intro])];
  const found: string[] = [];
  const look = async (where: string, sizes = [desk, phone]) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const wrong of await findUntranslated(page, known)) found.push(`${where} (${size.width}): ${wrong}`);
    }
    await page.setViewportSize(desk);
  };
  const settings = 'account profile qr privacy notifications appearance devices storage favorites features about me';
  for (const path of [
    '/channels/me',
    `/channels/me/${cid}`,
    '/contacts',
    '/contacts/new',
    `/${bob.identifier}`,
    '/channels/recommend',
    '/channels/recommend/welcome',
    '/channels/welcome',
    '/channels/invite/welcome',
    '/channels/create',
    '/ai',
    '/moments',
    '/airdrop/square',
    ...settings.split(' ').map((section) => `/settings/${section}`),
    '/invite',
    '/share',
    '/a/b/c',
    '/home',
    '/privacy-policy',
    '/slap',
  ]) {
    await openPage(page, path);
    await look(path);
  }

  // What is opened from a conversation.
  await openPage(page, `/channels/me/${cid}`);
  await page.locator('textarea').click();
  await page.keyboard.type('Ответ 2');
  await page.keyboard.press('Enter');
  await page
    .getByRole('article')
    .filter({ hasText: 'Ответ 2' })
    .click({ button: 'right', position: { x: 4, y: 4 } });
  await expect(page.getByRole('menu')).toBeVisible();
  await look('the menu of a message', [desk]);
  await page.keyboard.press('Escape');
  await openPage(page, `/channels/me/${cid}?details`);
  await look('details');
  await openPage(page, `/channels/me/${cid}?details=members`);
  await look('members');

  const visitor = await newcomer('Гость');
  await visitor.page.goto(world.url);
  await setLanguage(visitor.page, 'en-XA');
  await openPage(visitor.page, '/login');
  for (const wrong of await findUntranslated(visitor.page, brands)) found.push(`/login: ${wrong}`);
  expect(found).toEqual([]);
});

test('R219 a language is chosen in Settings, for every tab, and before the first paint of the next visit @journey', async ({
  sharedPerson,
}) => {
  const { page, context } = await sharedPerson('Vera Voice');
  await page.goto('/chat/settings/appearance');
  const other = await context.newPage();
  await other.goto('/chat/contacts');
  await page.getByRole('radio', { name: '简体中文' }).press('Space');
  await expect(page.getByRole('heading', { name: '外观' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(other.getByRole('heading', { name: '联系人' })).toBeVisible();
  // No frame is painted in another language.
  await other.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const look = () => {
      const text = document.body?.checkVisibility() ? document.body.innerText : '';
      if (/[A-Za-z]{4,}/.test(text.replaceAll(/Amber|Welcome/g, ''))) seen.add(text);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await other.goto('/chat/login');
  await other.goto('/chat/airdrop/square');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await other.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([]);
  await page.getByRole('radio', { name: 'English' }).press('Space');
  await expect(other.getByRole('heading', { name: /^[A-Za-z]/ }).first()).toBeVisible();
  await other.close();
});

test('R219 a newcomer reads the browser’s language, and can take another at the foot of the sign-in', async ({
  newcomer,
}) => {
  const { page } = await newcomer('Lin Language', { locale: 'zh-CN' });
  await page.goto('/chat/login');
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('R186 R219 each reads the lines of a group in their own language', async ({ person, world }) => {
  const reader = await person('Rita Reader');
  const bob = await connectClientFor(reader, world.gateway, 'Bob Writer');
  const { identifier } = await accountOf(reader.page);
  await bob.call('conversation.create', {
    type: 'group',
    name: 'Readers',
    identifiers: [identifier],
    requestId: 'languageLines'.padEnd(24, '0'),
  });
  const row = reader.page.getByRole('link', { name: /^Readers/ });
  await row.click();
  await expect(reader.page.getByRole('note').filter({ hasText: 'Bob Writer created' })).toBeVisible();
  await setLanguage(reader.page, 'zh-Hans');
  await reader.page.reload();
  await expect(reader.page.getByRole('note').filter({ hasText: /Bob Writer.*创建/ })).toBeVisible();
});
