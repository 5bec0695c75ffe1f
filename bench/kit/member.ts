// A signed-in person with as many messages as a benchmark needs, written like the engine's: from another thread.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { ConversationRow, MessageRow } from '@amber/client/db';
import { accountOf } from '../../e2e/kit/accountOf.ts';
import { type Client, connectClient } from '../../tools/client.ts';
import { printStatus } from '../../tools/run.ts';
import { launchProfile, signIn } from './browser.ts';
import type { BenchGateway } from './gateway.ts';
import { generatedText, distinctTexts } from './messageText.ts';

export interface Member {
  page: Page;
  devtools: CDPSession;
  context: BrowserContext;
  /** The app's address; ends in /chat/. */
  url: string;
  identifier: string;
  /**
   * Writes rows to the account's database from a separate tab; every page is notified as of the engine's own writes.
   */
  write(table: 'messages' | 'conversations' | 'search', rows: readonly object[]): Promise<void>;
  /** Creates this many chats with this many messages each; the first one's id and name are `chat(0)`. */
  fill(chats: number, messages: number, from?: number): Promise<void>;
  close(): Promise<void>;
}

/** Larger batches block the browser's storage. */
const batchSize = 5_000;

/** A generated chat. */
export const chat = (index: number) => ({
  id: `bench-chat-${String(index).padStart(13, '0')}`,
  name: `Person ${String(index).padStart(3, '0')}`,
});

/**
 * A generated message, encrypted as in a private chat; every second one has a warning. It uses only its arguments,
 * because the writer's tab runs it too.
 */
export function messageRow(me: string, chatIndex: number, seq: number, text: string): MessageRow {
  const at = Date.UTC(2026, 0, 1) + seq * 60_000;
  const id = `bench-${chatIndex}-${seq}-`.padEnd(24, 'x');
  const sender = { identifier: seq % 5 < 2 ? me : `benchperson${chatIndex}`, deviceId: 'bench' };
  return {
    id,
    conversationId: `bench-chat-${String(chatIndex).padStart(13, '0')}`,
    createdAt: at,
    isRead: true,
    seq,
    order: seq,
    copy: 'open',
    loading: false,
    pending: false,
    error: '',
    fault: '',
    content: {
      id,
      type: 'text',
      message: JSON.stringify({ text }),
      sender,
      timestamp: at,
      anonymous: false,
      encrypted: true,
      cmdId: '',
      streamEnd: false,
      streamFirst: false,
      to: null,
      targets: [],
    },
  };
}

/** The browser build of Dexie: with it a tab writes and notifies the other tabs, as the engine does. */
const dexieSource = readFileSync(join(createRequire(import.meta.url).resolve('dexie'), '..', 'dexie.min.js'), 'utf8');

interface Writer {
  db: {
    open(): Promise<unknown>;
    table(name: string): { bulkPut(rows: readonly object[]): Promise<unknown>; toArray(): Promise<ConversationRow[]> };
  };
}

/** Runs in the writer's tab. */
const writeRows = ([table, rows]: [string, readonly object[]]) =>
  (globalThis as unknown as Writer).db.table(table).bulkPut(rows);

interface Batch {
  me: string;
  chatIndex: number;
  first: number;
  count: number;
  texts: readonly string[];
}

/** Runs in the writer's tab: messages are generated there, so that a million of them need not be transferred. */
async function writeBatch({ me, chatIndex, first, count, texts }: Batch): Promise<void> {
  const tab = globalThis as unknown as Writer & { makeRow: typeof messageRow };
  await tab.db
    .table('messages')
    .bulkPut(
      Array.from({ length: count }, (_, index) =>
        tab.makeRow(me, chatIndex, first + index, texts[(first + index) % texts.length]!),
      ),
    );
}

let friends = 0;

/**
 * Signs a person in with a browser whose profile is on disk until it is closed. `url` is the address at which the
 * browser finds the gateway, if it is not the gateway's own.
 */
export async function openMember({ url: home, codes, codeFor }: BenchGateway, url = home): Promise<Member> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-profile-'));
  const context = await launchProfile(folder);
  const page = context.pages()[0] ?? (await context.newPage());
  friends += 2;
  await signIn(page, url, `+49300002${String(friends).padStart(4, '0')}`, 'Bench Member', codeFor);
  const { identifier } = await accountOf(page);

  // One real chat, the template of the generated ones.
  const friend: Client = await connectClient(
    new URL(home).origin,
    codes,
    `+49300002${String(friends + 1).padStart(4, '0')}`,
  );
  await friend.call('user.updateUserInfo', { lastName: 'Bench Friend', avatar: '' });
  await friend.call('conversation.create', { type: 'private', identifiers: [identifier] });

  const writer = await context.newPage();
  await writer.goto(`${url}favicon.svg`);
  await writer.evaluate(dexieSource);
  await writer.evaluate(`globalThis.makeRow = ${messageRow.toString()}`);
  const template = await writer.evaluate(openAccount, `amber-${identifier}`);
  await page.bringToFront();

  const member: Member = {
    page,
    context,
    url,
    identifier,
    devtools: await context.newCDPSession(page),
    write: (table, rows) => writer.evaluate(writeRows, [table, rows] as [string, readonly object[]]).then(() => {}),
    async fill(chats, messages, from = 0) {
      const rows = Array.from({ length: chats }, (_, index): ConversationRow => {
        const { id, name } = chat(from + index);
        const [me, other] = [
          template.userInfo.find((user) => user.identifier === identifier),
          template.userInfo.find((user) => user.identifier !== identifier)!,
        ];
        return {
          ...template,
          conversionId: id,
          // By their numbers, whichever call created them: the first ones head the list, which draws no others.
          sortTime: Date.UTC(2026, 0, 1) - (from + index) * 60_000,
          preview: generatedText(messages),
          userInfo: [...(me ? [me] : []), { ...other, identifier: `benchperson${from + index}`, lastName: name }],
          unread: 0,
          mentions: 0,
          readSeq: messages,
          toldSeq: messages,
        };
      });
      await member.write('conversations', rows);
      const texts = Array.from({ length: distinctTexts }, (_, index) => generatedText(index));
      const began = Date.now();
      for (let index = from; index < from + chats && messages > 0; index += 1) {
        for (let seq = 1; seq <= messages; seq += batchSize) {
          await writer.evaluate(writeBatch, {
            me: identifier,
            chatIndex: index,
            first: seq,
            count: Math.min(batchSize, messages - seq + 1),
            texts,
          });
        }
        const done = (index - from + 1) * messages;
        if (done % 100_000 < messages)
          printStatus(
            `${done.toLocaleString('en')} messages written after ${Math.round((Date.now() - began) / 1000)} s…`,
          );
      }
    },
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await member.devtools.send('Performance.enable');
  return member;
}

/** Runs in the writer's tab: opens the account's database and waits for its first chat, which it returns. */
async function openAccount(name: string): Promise<ConversationRow> {
  const { Dexie } = globalThis as unknown as { Dexie: new (name: string, options: object) => Writer['db'] };
  // Generated data may be lost, because a failed row is generated again.
  const db = new Dexie(name, { chromeTransactionDurability: 'relaxed' });
  await db.open();
  Object.assign(globalThis, { db });
  for (;;) {
    const [first] = await db.table('conversations').toArray();
    if (first) return first;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
