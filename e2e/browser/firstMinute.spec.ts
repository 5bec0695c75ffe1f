// The first minute of a new account: three ways to begin, the assistant's questions, and the space where everybody begins.
import { setLanguage } from '../kit/screenChecks.ts';
import { expect, expectAccessible, message, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

for (const [device, viewport] of [
  ['wide screen', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`R218 on a ${device} somebody without a chat sees three ways to begin, and asks the assistant by a press`, async ({
    person,
  }) => {
    const { page } = await person('First Minute', { viewport });
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
    // They are the only thing that an empty list shows.
    await expect(page.getByRole('button', { name: 'Ask the assistant' })).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ask the assistant' }).click();
    await expect(page.getByText('Hello! Ask me anything, or begin with one of these.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'What can you do?' }).click();
    await expect(message(page, 'What can you do?')).toBeVisible();
    await expect(message(page, 'I can:')).toBeVisible();
    await expect(page.getByText('Hello! Ask me anything')).toHaveCount(0);
  });

test('R218 R219 the welcome space and its rooms are in the language of the page', async ({ person, world }) => {
  const { page } = await person('Chinese Beginner');
  await setLanguage(page, 'zh-Hans');
  await page.goto(world.url);
  await page.getByRole('link', { name: /^欢迎/ }).click();
  await expect(page.getByRole('heading', { name: '欢迎' }).first()).toBeVisible();
  await page.getByRole('link', { name: /^大厅/ }).click();
  await expect(page.getByText('本服务器的所有人都从这里开始。')).toBeVisible();
  // The built-in responder answers the questions in Chinese as well.
  await page.goto(world.url);
  await page.getByRole('button', { name: '向助手提问' }).click();
  await page.getByRole('button', { name: '你能做什么？' }).click();
  const answer = page.getByRole('log').getByRole('article').filter({ hasText: '这台服务器没有连接语言模型' });
  await expect(answer).toBeVisible();
});
