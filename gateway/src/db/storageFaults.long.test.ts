import { randomBytes } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './postgres/postgres.ts';
import {
  chatOf,
  connectAs,
  historyOf,
  newMessageId,
  outcomeCode,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { fill, smallDisk } from '../testing/disk.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { scaledTimeout } from '../testing/machine.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
});

const ready = async ({ url }: TestGateway) => (await fetch(`${url}/gateway/ready`)).status;

const idsIn = async (person: Person, chat: string) => (await historyOf(person, chat)).map(({ id }) => id);

describe('a store that cannot write', () => {
  test(
    'G3 P1 a full disk: nothing is confirmed that is not kept, the gateway says that it is not ready, and goes on when there is room',
    { timeout: scaledTimeout(450_000) },
    async ({ skip }) => {
      const disk = await smallDisk(256);
      if (disk === null) return skip('only a user who may mount can have a small disk');
      closers.push(disk.remove);
      const { folder: dataDir } = disk;
      const postgres = await startEmbeddedPostgres({ dataDir, temporary: true });
      closers.push(postgres.close);
      const gateway = await startTestGateway({ databaseUrl: postgres.databaseUrl });
      closers.push(gateway.close);
      const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
      const chat = await chatOf(alice, bob);
      const socket = await connectAs(bob);
      closers.push(socket.close);
      const kept: string[] = [];
      const refused: string[] = [];
      const codes = new Set<string>();
      /** Data that does not compress, so that the disk fills as planned. */
      async function send(id = newMessageId()): Promise<boolean> {
        const code = await sendText(alice, chat, randomBytes(12_000).toString('base64'), { id }).then(
          () => 'SUCCESS',
          (error: unknown) => Fault.of(error).code,
        );
        (code === 'SUCCESS' ? kept : refused).push(id);
        codes.add(code);
        return code === 'SUCCESS';
      }
      for (let n = 0; n < 20; n += 1) await send();
      expect(await ready(gateway)).toBe(200);

      const giveBack = await fill(dataDir);
      for (let n = 0; n < 2_000 && refused.length < 5; n += 1) await send();
      expect(refused).toHaveLength(5);
      expect(await ready(gateway)).toBe(503);
      expect([...codes].toSorted()).toEqual(['SUCCESS', 'UNAVAILABLE']);

      await giveBack();
      await expect.poll(() => ready(gateway)).toBe(200);
      for (const id of refused.splice(0)) expect(await send(id)).toBe(true);
      expect(await idsIn(bob, chat)).toEqual(kept);
      await expect.poll(() => socket.rows.length).toBe(kept.length);
    },
  );

  test('G3 a database that is read-only: a send is refused, reading goes on, and all is well when it no longer is', async () => {
    const gateway = await startTestGateway();
    closers.push(gateway.close);
    const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
    const chat = await chatOf(alice, bob);
    const first = newMessageId();
    await sendText(alice, chat, 'before', { id: first });
    /** Makes new sessions read-only or not, and ends the current ones. */
    const turn = async (state: 'on' | 'off') => {
      const name = new URL(gateway.databaseUrl).pathname.slice(1);
      await query(
        gateway,
        `begin read write; alter database ${name} set default_transaction_read_only = ${state}; commit`,
      );
      await query(
        gateway,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    };
    const refused = newMessageId();
    await turn('on');
    await expect.poll(() => ready(gateway)).toBe(503);
    expect(await outcomeCode(sendText(alice, chat, 'during', { id: refused }))).toBe('UNAVAILABLE');
    expect(await idsIn(bob, chat)).toEqual([first]);
    await turn('off');
    await expect.poll(() => ready(gateway)).toBe(200);
    expect(await outcomeCode(sendText(alice, chat, 'during', { id: refused }))).toBe('SUCCESS');
    expect(await idsIn(bob, chat)).toEqual([first, refused]);
  });
});
