// Creates this build's data for tests of later builds: `node e2e/oldData/make.ts NAME`, after `npm run build`. Run it
// manually before a release; its output is committed, and never changed.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import { type Browser, chromium, expect } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';
import { type GatewayProcess, startGatewayProcess } from '../kit/gatewayProcess.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import { message, openChat, type Person, sendMessage, completeProfile, signIn, messageInput } from '../kit/world.ts';
import { type OldBrowsers, windowLog } from './oldData.ts';
import { saveDatabases } from './browserDatabases.ts';

const [name] = process.argv.slice(2);
if (!name) throw new Error('Usage: node e2e/oldData/make.ts NAME, such as 2026-11');
const target = join(import.meta.dirname, name);

async function person(browser: Browser, gateway: GatewayProcess, displayName: string, phone: string): Promise<Person> {
  const context = await browser.newContext();
  const created = { name: displayName, phone, context, page: await context.newPage() };
  await created.page.goto(`http://localhost:${gateway.port}/chat/`);
  await signIn(created, gateway);
  await completeProfile(created);
  return created;
}

const expectSent = (person: Person, text: string) =>
  expect(message(person.page, text).getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();

/**
 * Creates an example of everything that is stored: encrypted and plain messages, a file, a group, a space, a draft and
 * an unsent message.
 */
async function createTestData(alice: Person, bob: Person, gateway: GatewayProcess): Promise<void> {
  await openChat(alice, bob.name);
  await sendMessage(alice, 'sealed: the first word');
  await bob.page.getByRole('link', { name: new RegExp(`^${alice.name}`) }).click();
  await expect(message(bob.page, 'sealed: the first word')).toBeVisible();
  for (let turn = 1; turn <= 3; turn += 1) {
    await sendMessage(bob, `sealed: answer ${turn}`);
    await expect(message(alice.page, `sealed: answer ${turn}`)).toBeVisible();
    await sendMessage(alice, `sealed: question ${turn}`);
    await expect(message(bob.page, `sealed: question ${turn}`)).toBeVisible();
  }
  const chooser = alice.page.waitForEvent('filechooser');
  await alice.page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles([pictureFile('hills.png', 120, 90)]);
  await alice.page.getByRole('button', { name: 'Send' }).click();
  await expect(bob.page.getByRole('log').getByRole('img', { name: 'Photo hills.png' })).toBeVisible();

  await alice.page.getByRole('button', { name: 'New group' }).click();
  const dialog = alice.page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Find people' }).fill(bob.name);
  await dialog.getByRole('checkbox', { name: bob.name }).click();
  await dialog.getByRole('textbox', { name: 'Group name' }).fill('Old Group');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(alice.page.getByRole('heading', { name: 'Old Group' })).toBeVisible();
  await sendMessage(alice, 'open: in the group');
  await expectSent(alice, 'open: in the group').catch(() => undefined);
  await bob.page.getByRole('link', { name: /^Old Group/ }).click();
  await expect(message(bob.page, 'open: in the group')).toBeVisible();

  await alice.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create space' }).click();
  await alice.page.getByRole('textbox', { name: 'Space name' }).fill('Old Space');
  await alice.page.getByRole('main').getByRole('button', { name: 'Create space' }).click();
  await expect(alice.page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  await sendMessage(alice, 'open: in the room');

  await alice.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Chats/ })
    .click();
  await alice.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(`^${bob.name}`) })
    .click();
  await bob.page.getByRole('link', { name: new RegExp(`^${alice.name}`) }).click();
  await messageInput(bob.page).pressSequentially('draft: not said yet');
  await bob.page.waitForTimeout(1_000); // drafts are saved after a pause
  await gateway.kill();
  await sendMessage(alice, 'waits: written while nobody answered');
  await expect(message(alice.page, 'waits: written while nobody answered')).toBeVisible();
}

const data = mkdtempSync(join(tmpdir(), 'amber-old-'));
chmodSync(data, 0o755);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const gateway = await startGatewayProcess({ AMBER_DATA: data, AMBER_JOIN: 'none' });
try {
  const [alice, bob] = [
    await person(browser, gateway, 'Alice Old', '+4915100000001'),
    await person(browser, gateway, 'Bob Old', '+4915100000002'),
  ];
  await createTestData(alice, bob, gateway);
  const savedBrowsers: OldBrowsers = {
    madeAt: Date.now(),
    people: Object.fromEntries(
      await Promise.all(
        [alice, bob].map(async (one) => [one.name, { phone: one.phone, databases: await saveDatabases(one.page) }]),
      ),
    ),
  };
  const text = Buffer.from(JSON.stringify(savedBrowsers));
  writeFileSync(
    `${target}.json.br`,
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  );
  // The restarted gateway adopts the running database, and can shut it down cleanly.
  await gateway.start();
} finally {
  await browser.close();
  await gateway.close();
}
const tar = execFileSync('tar', ['--create', '--exclude=postgres.log', '--directory', data, '.'], {
  maxBuffer: 1 << 30,
});
// The three databases of a new cluster are nearly the same, which only a long compression window detects.
writeFileSync(
  `${target}.tar.zst`,
  zstdCompressSync(tar, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: windowLog,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  }),
);
rmSync(data, { recursive: true });
