// The first screen of every feature, and the host's display of their versions.
import { call } from '@amber/gateway/testing/client';
import { accountOf } from '../kit/accountOf.ts';
import { expect, expectAccessible, withoutServiceWorker, type Person, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const day = 86_400_000;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The operator of this server. */
async function makeOperator(
  person: Person,
  { gateway }: { gateway: { kill(): Promise<void>; start(env: Record<string, string>): Promise<void> } },
) {
  const { identifier } = await accountOf(person.page);
  await gateway.kill();
  await gateway.start({ AMBER_OPERATORS: identifier });
}

const mainNavigation = (page: Person['page']) => page.getByRole('navigation', { name: 'Main' });

test('R22 R154 spaces, AI and moments each open from the navigation @journey', async ({ sharedPerson, world }) => {
  const { page } = await sharedPerson('Sue Screens');
  await page.goto(world.url);
  await mainNavigation(page).getByRole('link', { name: 'Discover' }).click();
  await expect(page.getByRole('heading', { name: 'Discover', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find spaces' }).fill('elcom');
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Welcome' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Welcome' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome', level: 1 })).toBeVisible();
  await expect(page.getByText('You are a member')).toBeVisible();
  await expectAccessible(page);

  await mainNavigation(page).getByRole('link', { name: 'AI', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Amber Assistant/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Amber Assistant/ }).click();
  await expect(page.getByRole('heading', { name: 'Amber Assistant' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Patient' })).toBeVisible();
  await expectAccessible(page);

  await mainNavigation(page).getByRole('link', { name: 'Moments' }).click();
  await page.getByRole('textbox', { name: 'What is on your mind?' }).fill('A first moment\nin two lines');
  await page.getByRole('button', { name: 'Post' }).click();
  await expect(page.getByRole('article', { name: 'Sue Screens' })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('article', { name: 'Sue Screens' })).toContainText('in two lines');
  await expectAccessible(page);
});

test('R110 R228 Discover and a search in it go on as far as there are spaces @soak', async ({ person, world }) => {
  const { page } = await person('Dee Scroller');
  await world.gateway.executeSql(
    "insert into space (id, name, owner, sort_time) select 'valley' || n, 'Valley ' || n, 'nobody', n from generate_series(1, 70) n",
  );
  await mainNavigation(page).getByRole('link', { name: 'Discover' }).click();
  const cards = (shelf: string) => page.getByRole('region', { name: shelf }).getByRole('link', { name: /^Valley/ });
  const scrollThrough = async (shelf: string, first: string) => {
    await expect(cards(shelf).first()).toContainText(first);
    expect(await cards(shelf).count()).toBeLessThan(70);
    await page.getByRole('region', { name: 'Discover', exact: true }).focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return cards(shelf).count();
      })
      .toBe(70);
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  };
  await scrollThrough('More spaces', 'Valley 70');
  await page.getByRole('searchbox', { name: 'Find spaces' }).click();
  await page.keyboard.type('valley');
  await scrollThrough('Results', 'Valley 1');
  await expectAccessible(page);
  await world.gateway.executeSql("delete from space where id like 'valley%'");
});

test('R22 visitors read moments and campaigns without a session, and the feed goes on while one scrolls', async ({
  person,
  newcomer,
  world,
}) => {
  const author = await person('Paul Poster');
  const { token } = await accountOf(author.page);
  for (let made = 1; made <= 25; made += 1)
    await call(world.url.replace('/chat/', ''), 'circle.post', { text: `moment ${made}` }, { token });
  const { page } = await newcomer('Vera Visitor');
  await page.goto(`${world.url}moments`);
  await expect(page.getByText('moment 25', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in to post' })).toBeVisible();
  await page.getByText('moment 6', { exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByText('moment 1', { exact: true })).toBeAttached();
  await expectAccessible(page);
  await page.goto(`${world.url}airdrop/square`);
  await expect(page.getByRole('heading', { name: 'Airdrop' })).toBeVisible();
  await expectAccessible(page);
});

test('R30 R192 R193 an operator sees the releases, others are told no; everybody sees versions and the support bundle @journey', async ({
  person,
  world,
}) => {
  const operator = await person('Olga Operator');
  const { page } = operator;
  await page.goto(`${world.url}admin`);
  await expect(page.getByText('This page is for server operators')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go home' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expectAccessible(page);
  // The link to it is shown only to people with access.
  await page.goto(`${world.url}settings/about`);
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await makeOperator(operator, world);
  await page.goto(`${world.url}admin/features`);
  await expect(page.getByRole('region', { name: 'Releases of chat' }).getByRole('row')).not.toHaveCount(0);
  await page.getByRole('combobox', { name: 'Feature' }).pressSequentially('chat');
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('chat-ci');
  await page.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Token chat-ci' });
  await expect(shown).toHaveCSS('opacity', '1'); // a half-faded element has too little contrast
  await expect(shown.getByRole('code')).not.toBeEmpty();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Revoke chat-ci' }).click();
  await expect(page.getByText('No tokens yet.')).toBeVisible();

  const { token } = await accountOf(page);
  const now = Date.now();
  await call(
    world.url.replace('/chat/', ''),
    'airdrop.save',
    {
      campaign: {
        id: 'first',
        title: 'First light',
        reward: '10 drops',
        rules: 'One for each.',
        begins: now - day,
        ends: now + day,
      },
    },
    { token },
  );
  await mainNavigation(page).getByRole('link', { name: 'Airdrop' }).click();
  await expect(page.getByRole('link', { name: /First light/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /First light/ }).click();
  await expect(page.getByText('One for each.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${world.url}settings/features`);
  await expect(page.getByRole('heading', { name: 'Moments' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${world.url}settings/about`);
  const bundle = page.getByRole('region', { name: 'Contents' });
  await expect(bundle).toContainText('"registry"');
  await expect(bundle).not.toContainText('Olga');
  await expect(bundle).not.toContainText((await accountOf(page)).identifier);
  await expectAccessible(page);
});

test('R154 on a phone the bar holds five, and Me leads to the rest @journey', async ({ sharedPerson, world }) => {
  const { page } = await sharedPerson('Sue Screens');
  await page.goto(world.url);
  await page.setViewportSize(phone);
  await expect(mainNavigation(page).getByRole('link')).toHaveText(['Chats', 'Spaces', 'AI', 'Moments', 'Me']);
  await mainNavigation(page).getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Me' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Airdrop' }).click();
  await expect(page.getByRole('heading', { name: 'Airdrop' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(desk);
});
