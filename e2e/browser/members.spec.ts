// All members of a large group: paged, found by name, and managed by the owner.
import { apiOf, newMessageId } from '@amber/gateway/testing/client';
import { accountOf } from '../kit/accountOf.ts';
import type { GatewayProcess } from '../kit/gatewayProcess.ts';
import { expect, expectAccessible, message, type Person, test } from '../kit/world.ts';
import { waitForOfflineCache } from '../kit/offlineCache.ts';

/**
 * Added directly in the database, with all but the first of the group's members: `Member 001` to the last, and two
 * more.
 */
async function insertManyMembers({ page }: Person, gateway: GatewayProcess, name: string): Promise<string> {
  const { token } = await accountOf(page);
  await gateway.executeSql(`insert into person (identifier, phone, avatar, last_name, created_at)
    select 'crowd' || n, 'crowd' || n, '/chat/avatars/01.svg', case n when 301 then 'Quinn Rare' when 302 then 'Zara Needle' else 'Member ' || lpad(n::text, 3, '0') end, 1
    from generate_series(1, 302) n`);
  const { conversation } = await apiOf(`http://127.0.0.1:${gateway.port}`, token).conversation.create({
    type: 'group',
    identifiers: ['crowd1'],
    name,
    requestId: newMessageId(),
  });
  const { conversionId } = conversation!;
  await gateway.executeSql(`insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
    select '${conversionId}', 'crowd' || n, 'member', 0, 1, '{}' from generate_series(2, 302) n`);
  return conversionId;
}

test('R228 R115 R64 three hundred members: in sight as one scrolls, found by name, removed, named in a message; by keyboard, and without a network @soak', async ({
  person,
  world,
}) => {
  const alice = await person('Olga Owner');
  const { page } = alice;
  // Code that is loaded on first use is here too, before the network is cut.
  await waitForOfflineCache(page);
  const cid = await insertManyMembers(alice, world.gateway, 'Crowd');
  const details = page.getByRole('complementary', { name: 'Details' });
  const item = (name: string | RegExp) => details.getByRole('listitem').filter({ hasText: name });
  const search = details.getByRole('searchbox', { name: 'Find members' });

  await page.getByRole('link', { name: /^Crowd/ }).click();
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(details.getByText('303 members').first()).toBeVisible();
  await expect(details.getByRole('listitem')).toHaveCount(12);
  await details.getByRole('link', { name: 'See all 303 members' }).click();
  await expect(page).toHaveURL(/\?details=members$/);
  await expect(item('Member 001')).toBeVisible();
  await expect(item(/You.*Owner/)).toHaveCount(1);
  await expectAccessible(page);

  await test.step('the end of the list is a matter of scrolling, and the page holds what is in sight', async () => {
    await item('Member 003').hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return item('Zara Needle').isVisible();
      })
      .toBe(true);
    await expect(item('Zara Needle')).toBeInViewport();
    expect(await details.getByRole('listitem').count()).toBeLessThan(60);
    await expect(details.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  });

  await test.step('who is looked for is found within the name, and removed', async () => {
    await search.click();
    await page.keyboard.type('eedl');
    await expect(details.getByRole('listitem')).toHaveText([/Zara Needle/]);
    await details.getByRole('button', { name: 'More for Zara Needle' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the group' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the group' }).click();
    await expect(details.getByText('No members found')).toBeVisible();
    await expect(page.getByText('You removed Zara Needle')).toBeVisible();
    await expectAccessible(page);
    await search.click();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    await expect(item('Member 001')).toBeVisible();
  });

  await test.step('back and Escape lead up by one', async () => {
    await page.goBack();
    await expect(details.getByText('302 members').first()).toBeVisible();
    await page.goForward();
    await expect(search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\?details$/);
    await expect(search).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  });

  await test.step('a message names somebody whom this device did not know', async () => {
    await page.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type('ask @quin');
    await expect(page.getByRole('option', { name: 'Quinn Rare' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    await expect(message(page, 'ask @Quinn Rare please').getByText('@Quinn Rare')).toBeVisible();
  });

  await test.step('without a network there are those whom this device knows, and with it all again', async () => {
    world.proxy.set({ offline: true });
    await page.goto(`${world.url}channels/me/${cid}?details=members`);
    await expect(details.getByText('You are offline.')).toBeVisible();
    await expect(item('Quinn Rare')).toHaveCount(0);
    await search.click();
    await page.keyboard.type('quinn');
    await expect(details.getByRole('listitem')).toHaveText([/Quinn Rare/]);
    await search.click();
    await page.keyboard.press('Escape');
    world.proxy.set({ offline: false });
    await expect(details.getByText('You are offline.')).toHaveCount(0);
    await expect(item('Member 002')).toBeVisible();
  });
});
