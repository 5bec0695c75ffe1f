// Languages: switching them, and a system line in each reader's language.
import { connectClient } from '../../tools/client.ts';
import { accountOf } from '../kit/accountOf.ts';
import { setLanguage } from '../kit/screenChecks.ts';
import { expect, withoutServiceWorker, type Person, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

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
