// A backup is restored under connected people: what it holds is there, what it lacks is said, and all goes on.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { exportBackup } from '../../gateway/src/backup/exportBackup.ts';
import { importBackup } from '../../gateway/src/backup/importBackup.ts';
import { createDatabase, migratedDatabase, query, testDatabaseVariable } from '@amber/gateway/testing';
import { waitUntil, nextId, createPair, type Pair, type TestDevice, textOf } from '../twoEngines/pair.ts';

/** More of them in `npm run soak`: messages before and after the backup, and restores one after the other. */
const size = Number(process.env['AMBER_RESTORED'] ?? 3);
const rounds = size > 10 ? 5 : 1;

let world: Pair;
const folders: string[] = [];
afterEach(async () => {
  await world.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'amber-backup-'));
  folders.push(folder);
  return folder;
}

const say = () => undefined;
const texts = async (one: TestDevice, chat: string) => (await one.timeline(chat)).map(textOf).filter(Boolean);
const waitForText = (one: TestDevice, chat: string, text: string) =>
  waitUntil(`${text} at ${one.name}`, async () => (await texts(one, chat)).includes(text));
const restoredLines = async (one: TestDevice, chat: string) =>
  (await one.timeline(chat)).flatMap(({ content }) => {
    if (content.type !== 'system') return [];
    const { originMessage } = JSON.parse(content.message) as { originMessage: { cmdId: string } };
    return originMessage.cmdId === 'restored' ? [originMessage.cmdId] : [];
  });
const numberedTexts = (word: string, count = size) => Array.from({ length: count }, (_, index) => `${word} ${index}`);

async function sendMessages(from: TestDevice, to: TestDevice[], chat: string, messages: string[]): Promise<void> {
  for (const text of messages) await from.sendMessage(chat, text);
  for (const one of to) await waitForText(one, chat, messages.at(-1)!);
}

/** A database with the backup in it. */
async function restoreBackup(backup: string, dataDir: string): Promise<string> {
  const databaseUrl = await createDatabase(process.env[testDatabaseVariable]!);
  await importBackup(backup, { databaseUrl, dataDir, say });
  return databaseUrl;
}

it(' G14 a backup restored under connected people: the order holds, people stay signed in, keys are new, and what was lost is said', async () => {
  let databaseUrl = await migratedDatabase();
  world = await createPair({ databaseUrl });
  const { alice, bob, conversationId: chat } = world;
  const carol = await world.person('Carol');
  await carol.waitForKeys();
  const { conversationId: group } = await alice.engine.calls.createGroup({
    requestId: nextId(),
    name: 'Drill',
    identifiers: [bob.identifier, carol.identifier],
  });
  await waitUntil('the group', async () => (await bob.db.conversations.get(group)) !== undefined);
  let dataDir = world.dataDir;
  for (let round = 1; round <= rounds; round += 1) {
    const before = numberedTexts(`before ${round}`);
    const after = numberedTexts(`after ${round}`);
    await sendMessages(alice, [bob], chat, before);
    await sendMessages(bob, [alice, carol], group, before);

    const backup = await newFolder();
    await exportBackup(backup, { databaseUrl, dataDir, say });

    // Carol is away. What the backup lacks: read by one, unread by the other, and one message that nobody was told is there.
    carol.proxy.set({ offline: true });
    await sendMessages(alice, [bob], chat, after);
    await sendMessages(bob, [alice], group, after);
    alice.proxy.set({ offline: true });
    await alice.sendMessage(chat, `waits ${round}`);

    dataDir = await newFolder();
    databaseUrl = await restoreBackup(backup, dataDir);
    await world.replaceGateway(databaseUrl, dataDir);
    for (const one of [alice, carol]) one.proxy.set({ offline: false });
    await Promise.all([alice, bob, carol].map(({ engine }) => engine.calls.reconnect({})));

    // It is sent, and comes after what was lost.
    await waitForText(bob, chat, `waits ${round}`);
    await bob.sendMessage(chat, `answer ${round}`);
    await waitForText(alice, chat, `answer ${round}`);
    await carol.sendMessage(group, `carol ${round}`);
    await waitForText(alice, group, `carol ${round}`);
    await waitForText(bob, group, `carol ${round}`);
    for (const one of [alice, bob]) {
      const all = await texts(one, chat);
      expect(all.slice(-2 * size - 2)).toEqual([...before, ...after, `waits ${round}`, `answer ${round}`]);
      expect((await texts(one, group)).slice(-2 * size - 1)).toEqual([...before, ...after, `carol ${round}`]);
      expect([await restoredLines(one, chat), await restoredLines(one, group)].map(({ length }) => length)).toEqual([
        round,
        round,
      ]);
      expect((await one.timeline(chat)).filter(({ unreadable, error }) => unreadable || error)).toEqual([]);
    }
    // Who was away lost nothing that was seen there.
    expect(await restoredLines(carol, group)).toEqual([]);
    expect((await texts(carol, group)).slice(-size - 1)).toEqual([...before, `carol ${round}`]);
    // Every device has published its keys anew.
    await waitUntil('new keys', async () => {
      const { rows } = await query<{ devices: number }>(
        { databaseUrl },
        'select count(distinct (identifier, device))::int as devices from one_time_key',
      );
      return rows[0]!.devices === 3;
    });
  }
  // Their sessions go on: a first word between two who have not met is sealed with the new keys.
  const { conversationId: first } = await carol.engine.calls.openPrivateChat({ identifier: bob.identifier });
  await carol.sendMessage(first, 'we have not met');
  await waitForText(bob, first, 'we have not met');
  expect((await bob.timeline(first)).map(({ content, unreadable }) => [content.encrypted, unreadable])).toEqual([
    [true, undefined],
  ]);
});
