// A person's page and a nudge: what it shows, and what one can do there.
import { call } from '@amber/gateway/testing/client';
import { accountOf } from '../kit/accountOf.ts';
import {
  expect,
  expectAccessible,
  message,
  withoutServiceWorker,
  type Person,
  sendMessage,
  signIn,
  test,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const sizes = [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const originOf = (url: string) => url.replace('/chat/', '');
const moreButton = (person: Person) => person.page.getByRole('button', { name: 'More about this person' });

test('R22 R107 a person’s page has face, words, moments and what is in common, and leads to the chat @journey', async ({
  person,
  world,
}) => {
  const mira = await person('Mira Page');
  const jonas = await person('Jonas Reader');
  const [me, other] = [await accountOf(mira.page), await accountOf(jonas.page)];
  const origin = originOf(world.url);
  await call(origin, 'user.setBio', { bio: 'I row.\nAt dawn.' }, { token: me.token });
  for (let made = 1; made <= 21; made += 1)
    await call(origin, 'circle.post', { text: `row ${made}` }, { token: me.token });
  await call(origin, 'circle.post', { text: 'not hers' }, { token: other.token });
  await call(
    origin,
    'conversation.create',
    { type: 'group', name: 'Boat club', identifiers: [me.identifier], requestId: 'g'.repeat(24) },
    { token: other.token },
  );

  const { page } = jonas;
  await page.goto(`${world.url}${me.identifier}`);
  await expect(page.getByRole('heading', { name: 'Mira Page', level: 1 })).toBeVisible();
  await expect(page.getByText('At dawn.')).toBeVisible();
  const moments = page.getByRole('tabpanel', { name: 'Moments' });
  await expect(moments.getByRole('article')).toHaveCount(20);
  await expect(moments).not.toContainText('not hers');
  await moments.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(moments.getByRole('article')).toHaveCount(21);
  await moments.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(moments.getByText('1 follower')).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByRole('tab', { name: 'Moments' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Spaces' }).getByRole('link', { name: 'Welcome' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('link', { name: 'Boat club' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Mira Page' })).toBeVisible();
  await sendMessage(jonas, 'Good morning');
  await expect(message(page, 'Good morning')).toBeVisible();
});

test('R103 R107 one asks, agrees, names, blocks and lets back in from a person’s page', async ({ person, world }) => {
  const kim = await person('Kim Known');
  const leo = await person('Leo Lister');
  const [kims, leos] = [await accountOf(kim.page), await accountOf(leo.page)];
  await leo.page.goto(`${world.url}${kims.identifier}`);
  await kim.page.goto(`${world.url}${leos.identifier}`);
  await leo.page.getByRole('button', { name: 'Add contact' }).click();
  await leo.page.getByRole('textbox', { name: 'Message' }).fill('Leo from the lake');
  await expectAccessible(leo.page);
  await leo.page.getByRole('button', { name: 'Send request' }).click();
  await expect(leo.page.getByText('You sent a contact request')).toBeVisible();
  await kim.page.getByRole('button', { name: 'Accept' }).click();
  await expect(kim.page.getByText('In your contacts')).toBeVisible();
  await expect(leo.page.getByText('In your contacts')).toBeVisible();

  await moreButton(leo).click();
  await leo.page.getByRole('menuitem', { name: 'Set nickname' }).click();
  await leo.page.getByRole('textbox', { name: 'Nickname' }).fill('Captain Kim');
  await leo.page.getByRole('button', { name: 'Save' }).click();
  await expect(leo.page.getByRole('heading', { name: 'Captain Kim', level: 1 })).toBeVisible();
  await expect(leo.page.getByText('Goes by Kim Known')).toBeVisible();

  await moreButton(leo).click();
  await leo.page.getByRole('menuitem', { name: 'Block' }).click();
  await expectAccessible(leo.page);
  await leo.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(leo.page.getByText('You have blocked this person')).toBeVisible();
  await expect(leo.page.getByRole('button', { name: 'Slap' })).toHaveCount(0);
  await leo.page.getByRole('button', { name: 'Unblock' }).click();
  await expect(leo.page.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
});

test('R23 R31 R107 an address of nobody says so; a reserved word is never a person; a visitor signs in first', async ({
  person,
  newcomer,
  world,
}) => {
  const { page } = await person('Nora Nobody');
  await page.goto(`${world.url}aaaaaaaaaaaaaaaa`);
  await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page.getByRole('searchbox', { name: 'Find people' })).toBeVisible();
  await page.goto(`${world.url}spaces`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  const { identifier } = await accountOf(page);
  await page.goto(`${world.url}${identifier}`);
  await expect(page.getByText('This is how others see you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message', exact: true })).toHaveCount(0);
  const visitor = await newcomer('Vio Visitor');
  await visitor.page.goto(`${world.url}${identifier}`);
  await expect(visitor.page).toHaveURL(new RegExp(`/login\\?redirect_url=%2F${identifier}`));
});

test('R107 a page that cannot be fetched says so, and comes by a press', async ({ person, world }) => {
  const { page } = await person('Olaf Off');
  await page.goto(`${world.url}${(await accountOf(page)).identifier}`);
  await expect(page.getByRole('heading', { name: 'Olaf Off', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).click();
  await expect(page.getByRole('searchbox', { name: 'Find people' })).toBeVisible();
  world.proxy.set({ offline: true });
  await page.goBack();
  const alert = page.getByRole('region', { name: 'Someone' }).getByRole('alert');
  await expect(alert).toBeVisible();
  world.proxy.set({ offline: false });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Olaf Off', level: 1 })).toBeVisible();
});

test('R10 R32 R138 a slap’s link says who it was; whoever signs in slaps back, and both see it in their chat @journey', async ({
  person,
  newcomer,
  world,
}) => {
  const sam = await person('Sam Slapper');
  const { identifier } = await accountOf(sam.page);
  const rita = await newcomer('Rita Receiver');
  const { page } = rita;
  await page.goto(`${world.url}slap?from=${identifier}`);
  await expect(page.getByRole('heading', { name: 'Sam Slapper slapped you' })).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Sign in to slap back' }).click();
  await signIn(rita, world.gateway);
  await page.getByRole('textbox', { name: 'Name' }).fill(rita.name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Slap back' }).click();
  await expect(page.getByRole('heading', { name: 'You slapped Sam Slapper back' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open chat' }).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('You slapped Sam Slapper');
  await sam.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^Rita Receiver/ })
    .click();
  await expect(sam.page.getByRole('log', { name: 'Messages' })).toContainText('Rita Receiver slapped you');

  await sam.page.goto(`${world.url}slap?from=${identifier}`);
  await expect(sam.page.getByRole('heading', { name: 'This is your own slap' })).toBeVisible();
  await page.goto(`${world.url}slap?from=aaaaaaaaaaaaaaaa`);
  await expect(page.getByRole('heading', { name: 'Nobody slapped you' })).toBeVisible();
  await expectAccessible(page);
});

test('R32 R107 a slap is given on a person’s page', async ({ person, world }) => {
  const tia = await person('Tia Target');
  const uma = await person('Uma Up');
  await uma.page.goto(`${world.url}${(await accountOf(tia.page)).identifier}`);
  await uma.page.getByRole('button', { name: 'Slap' }).click();
  await expect(uma.page.getByText('You slapped Tia Target')).toBeVisible();
  await tia.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^Uma Up/ })
    .click();
  await expect(tia.page.getByRole('log', { name: 'Messages' })).toContainText('Uma Up slapped you');
});

test('R138 a slap makes a sound only once that was turned on, and who is blocked slaps nobody', async ({
  person,
  world,
}) => {
  const [bea, bob] = [await person('Bea Blocks'), await person('Bob Blocked')];
  await bob.context.addInitScript(() => {
    const page = globalThis as unknown as { AudioContext: typeof AudioContext; sounds: number };
    page.sounds = 0;
    page.AudioContext = class extends AudioContext {
      constructor() {
        super();
        page.sounds += 1;
      }
    };
  });
  const { page } = bob;
  const sounds = () => page.evaluate(() => (globalThis as unknown as { sounds: number }).sounds);
  const { identifier, token } = await accountOf(bea.page);
  const slapBack = async () => {
    await page.goto(`${world.url}slap?from=${identifier}`);
    await page.getByRole('button', { name: 'Slap back' }).click();
  };
  const done = page.getByRole('heading', { name: 'You slapped Bea Blocks back' });
  await slapBack();
  await expect(done).toBeVisible();
  expect(await sounds()).toBe(0);
  await page.goto(`${world.url}slap?from=${identifier}`);
  await page.getByRole('button', { name: 'Sound off', pressed: false }).click();
  await expect(page.getByRole('button', { name: 'Sound on', pressed: true })).toBeVisible();
  await slapBack();
  await expect(done).toBeVisible();
  expect(await sounds()).toBe(1);

  const blocked = (await accountOf(page)).identifier;
  await call(world.url.replace('/chat/', ''), 'contact.block', { identifier: blocked }, { token });
  await slapBack();
  await expect(page.getByText('You were blocked')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bea Blocks slapped you' })).toBeVisible();
  expect(await sounds()).toBe(0);
});
