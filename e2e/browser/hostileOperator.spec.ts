// What two people see while whoever runs the gateway writes to its database.
import type { Page } from '@playwright/test';
import { createOperator, type Operator } from '../hostile/operator.ts';
import {
  byKeyboard,
  expect,
  expectAccessible,
  message,
  type Person,
  test,
  withoutServiceWorker,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const { openChat, sendMessage } = byKeyboard;

const header = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Who somebody is to the gateway, and by which device. */
async function deviceOf(operator: Operator, { phone }: Person) {
  const [found] = await operator.sql<{ identifier: string; deviceId: string }>(
    `select device.identifier, device.device as "deviceId" from device
     join person using (identifier) where phone = $1`,
    phone,
  );
  return found!;
}

/** In the page: what is missing was asked for an hour ago. Returns of how many that is so. */
async function backdateMissingRequests(): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
  let count = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('amber-')) continue;
    const db = await done(indexedDB.open(name));
    const table = db.transaction('identity', 'readwrite').objectStore('identity');
    const range = IDBKeyRange.bound('missing:', 'missing;');
    for (const row of (await done(table.getAll(range))) as { deliveredAt?: number }[]) {
      if (row.deliveredAt === undefined) continue;
      await done(table.put({ ...row, deliveredAt: row.deliveredAt - 3_600_000 }));
      count += 1;
    }
    db.close();
  }
  return count;
}

test('R199 R203 T18 an operator who writes rows in a sealed chat changes nothing, and what differs is said @soak', async ({
  person,
  world,
}) => {
  const [alice, bob] = [await person('Ann Honest'), await person('Bo Honest')];
  await openChat(alice, 'Bo Honest');
  await sendMessage(alice, 'meet me at the mill');
  await bob.page.getByRole('link', { name: /^Ann Honest/ }).click();
  await expect(message(bob.page, 'meet me at the mill')).toBeVisible();
  await sendMessage(bob, 'I shall be there');
  await expect(message(alice.page, 'I shall be there')).toBeVisible();

  await using operator = await createOperator(await world.gateway.databaseUrl());
  const by = await deviceOf(operator, bob);
  const chat = decodeURIComponent(new URL(alice.page.url()).pathname.split('/').at(-1)!);
  const [{ id: wrote }] = (await operator.sql<{ id: string }>(
    'select id from message where conversation = $1 and sender = $2 order by seq desc limit 1',
    chat,
    by.identifier,
  )) as [{ id: string }];

  await test.step('H1 H3 sealing is switched off in the database and by an open row: it stays on', async () => {
    await operator.sql(`update member set user_setting = '{"encrypted": false}' where conversation = $1`, chat);
    await operator.forge(chat, { by, cmdId: 'encrypt', message: JSON.stringify({ encrypted: false, number: 1 }) });
    await sendMessage(alice, 'still between us');
    await expect(message(bob.page, 'still between us')).toBeVisible();
    await expect(header(alice.page, 'Encrypted')).toBeVisible();
    expect(world.gateway.hasStored('still between us')).toBe(false);
    await expect(alice.page.getByRole('log').getByText(/turned encryption off/)).toHaveCount(0);
  });

  await test.step('H12 H14 an open edit and an open withdrawal in the name of the other: his words stay', async () => {
    const open = JSON.stringify({ text: 'I shall not come' });
    await operator.forge(chat, { by, cmdId: 'edit', targets: [wrote], message: open });
    await operator.forge(chat, { by, cmdId: 'withdraw', targets: [wrote], message: '{}' });
    await sendMessage(bob, 'see you');
    await expect(message(alice.page, 'see you')).toBeVisible();
    const said = message(alice.page, 'I shall be there');
    await expect(said).toBeVisible();
    await expect(said.getByText('edited')).toHaveCount(0);
    // The edit's words stand as somebody's own, with the mark that tells them from what is sealed.
    await expect(message(alice.page, 'I shall not come').getByText('Not encrypted', { exact: true })).toBeVisible();
    await expectAccessible(alice.page);
  });

  await test.step('H19 a sealed message is relabelled on its way: it is not shown, and the chat says so', async () => {
    await bob.page.goto('about:blank'); // his engine ends with his only page
    await expect
      .poll(async () => {
        const text = `sealed and signed ${Date.now()}`;
        await sendMessage(alice, text);
        await expect(message(alice.page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
        const [{ id }] = (await operator.sql<{ id: string }>(
          'select id from message where conversation = $1 order by seq desc limit 1',
          chat,
        )) as [{ id: string }];
        const asEdit = { cmdId: 'edit', targets: [wrote] };
        return operator
          .tamperCopies(chat, id, by.identifier, (copy) => ({ ...copy, ...asEdit }))
          .then(
            () => true,
            () => false, // his device had it before it was gone
          );
      })
      .toBe(true);
    await bob.page.goto(`${world.url}channels/me/${chat}`);
    await expect(message(bob.page, 'does not match what was encrypted').first()).toBeVisible();
    await expect(bob.page.getByRole('link', { name: /^Ann Honest/ }).getByText('New message')).toBeVisible();
    await expect(header(bob.page, 'Encrypted, but something does not match')).toBeVisible();
    await expectAccessible(bob.page);
    await bob.page.getByRole('alert').getByRole('button', { name: 'Review' }).click();
    const dialog = bob.page.getByRole('dialog', { name: 'Security' });
    await expect(dialog.getByText('Something in this chat does not match')).toBeVisible();
    await expectAccessible(bob.page);
    await bob.page.keyboard.press('Escape');
    // Honest life goes on.
    await sendMessage(bob, 'did you write to me?');
    await expect(message(alice.page, 'did you write to me?')).toBeVisible();
  });

  await test.step('H29 a message is taken out of the middle: an hour later a line says so', async () => {
    const missing = bob.page.getByRole('log').getByText('One message is missing here');
    await bob.page.goto('about:blank');
    await expect
      .poll(async () => {
        const text = `taken out ${Date.now()}`;
        await sendMessage(alice, text);
        await expect(message(alice.page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
        const taken = await operator.sql(
          `with last as (select conversation, seq from message where conversation = $1 order by seq desc limit 1),
           copy as (delete from device_copy k using last l where (k.conversation, k.seq) = (l.conversation, l.seq)
             and k.device = $2 and k.envelope is not null returning k.seq),
           row as (delete from message m using last l, copy c where (m.conversation, m.seq) = (l.conversation, l.seq)
             returning m.seq)
           select seq from row`,
          chat,
          by.deviceId,
        );
        return taken.length; // 0: his device had it before it was gone
      })
      .toBe(1);
    await sendMessage(alice, 'what do you say?');
    await expect(message(alice.page, 'what do you say?').getByRole('img', { name: 'Sent' })).toBeVisible();
    await bob.page.goto(`${world.url}channels/me/${chat}`);
    await expect(message(bob.page, 'what do you say?')).toBeVisible();
    await expect.poll(() => bob.page.evaluate(backdateMissingRequests)).toBe(1);
    await expect(missing).toHaveCount(0);
    await bob.page.reload();
    await expect(missing).toBeVisible();
    await expectAccessible(bob.page);
  });
});
