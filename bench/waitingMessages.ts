// B30: sending messages that were written offline in an encrypted chat, until the gateway has confirmed the last one.
import { chromium, type Page } from '@playwright/test';
import { startFaultProxy } from '../e2e/kit/faultProxy.ts';
import { startGatewayProcess } from '../e2e/kit/gatewayProcess.ts';
import { launchOptions, signIn } from './kit/browser.ts';
import { median, type Row } from './kit/row.ts';

const messages = 200;
const rounds = 3;
const goal = 3_000;

type TableName = 'messages' | 'outbox';

interface StoredMessage {
  order: number;
  content: { message: string };
}

/** Runs in the page: all messages of the account's database, or how many wait to be sent. */
async function readTable(tableName: TableName): Promise<StoredMessage[] | number> {
  const names = (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.startsWith('amber-'));
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open(names[0]!);
    openRequest.onerror = () => reject(openRequest.error);
    openRequest.onsuccess = () => {
      const db = openRequest.result;
      const table = db.transaction(tableName).objectStore(tableName);
      const readRequest = tableName === 'outbox' ? table.count() : table.getAll();
      readRequest.onsuccess = () => {
        db.close();
        resolve(readRequest.result as StoredMessage[] | number);
      };
    };
  });
}

/** The texts of a round, in their order in the page's database. */
const textsOf = async (page: Page, round: number): Promise<string[]> =>
  ((await page.evaluate<number | StoredMessage[], TableName>(readTable, 'messages')) as StoredMessage[])
    .sort((one, other) => one.order - other.order)
    .flatMap(({ content }) => (JSON.parse(content.message || '{}') as { text?: string }).text ?? [])
    .filter((text) => text.startsWith(`round ${round} `));

export const row: Row = {
  id: 'B30',
  description: `${messages} waiting messages of one sealed chat, from the first confirmed to the last`,
  goal: `≤ ${goal / 1_000} s`,
  async measure() {
    const gateway = await startGatewayProcess();
    const proxy = await startFaultProxy(gateway.port);
    const browser = await chromium.launch(launchOptions);
    try {
      const [alice, bob] = (await Promise.all([0, 1].map(async () => (await browser.newContext()).newPage()))) as [
        Page,
        Page,
      ];
      const address = (port: number) => `http://localhost:${port}/chat/`;
      await signIn(bob, address(gateway.port), '+493000000302', 'Bench Bob', gateway.codeFor);
      await signIn(alice, address(proxy.port), '+493000000301', 'Bench Alice', gateway.codeFor);
      await alice.getByRole('searchbox', { name: 'Find people' }).fill('Bench Bob');
      await alice.getByRole('button', { name: 'Bench Bob' }).first().click();
      const box = alice.getByRole('textbox', { name: 'Message' });
      await box.fill('hello');
      await box.press('Enter');
      await bob.getByRole('link', { name: /^Bench Alice/ }).waitFor();

      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        proxy.set({ offline: true });
        for (let index = 0; index < messages; index += 1) {
          await box.fill(`round ${round} ${index}`);
          await box.press('Enter');
        }
        const waiting = async () =>
          (await alice.evaluate<number | StoredMessage[], TableName>(readTable, 'outbox')) as number;
        while ((await waiting()) < messages) await alice.waitForTimeout(20);
        proxy.set({ offline: false });
        while ((await waiting()) === messages) await alice.waitForTimeout(5);
        const start = performance.now();
        while ((await waiting()) > 0) await alice.waitForTimeout(20);
        times.push(performance.now() - start);
        while ((await textsOf(bob, round)).length < messages) await bob.waitForTimeout(50);
        const arrived = await textsOf(bob, round);
        if (arrived.some((text, index) => text !== `round ${round} ${index}`)) throw new Error('not in their order');
      }
      const took = median(times);
      return {
        value: `${(took / 1_000).toFixed(2)} s, ${(took / messages).toFixed(1)} ms each, in order`,
        met: took <= goal,
        figures: { took, each: took / messages },
      };
    } finally {
      await browser.close();
      await proxy.close();
      await gateway.close();
    }
  },
};
