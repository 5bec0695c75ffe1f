import { rm } from 'node:fs/promises';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from './core/log.ts';
import { createNatsBus } from './core/natsBus.ts';
import { chatOf, connectAs, sendText, signIn } from './testing/client.ts';
import { migratedDatabase, startTestGateway, temporaryFolder } from './testing/gateway.ts';
import { type NatsServer, startNatsServer } from './testing/natsServer.ts';
import { startProcess } from './testing/process.ts';

let folder: string;
let nats: NatsServer;
beforeAll(async () => {
  [folder, nats] = await Promise.all([temporaryFolder(), startNatsServer({ isImpatient: true })]);
});
afterAll(async () => {
  await nats.close();
  await rm(folder, { recursive: true, force: true });
});

const readinessOf = async ({ url }: { url: string }): Promise<unknown> => (await fetch(`${url}/gateway/ready`)).json();

test('R241 a gateway starts without its message bus, says so, finds it later, and leaves cleanly', async () => {
  await nats.stop();
  const gateway = await startProcess({
    AMBER_DATA: folder,
    DATABASE_URL: await migratedDatabase(),
    NATS_URL: nats.url,
  });
  const ready = () => readinessOf(gateway);
  await expect.poll(ready, { interval: 50 }).toEqual({ ready: true, bus: 'lost' });
  const logged = () => gateway.lines.join('\n');
  await expect.poll(logged, { interval: 20 }).toContain('the message bus is gone: it cannot be reached');
  expect(logged()).toContain('files are stored in AMBER_DATA, which serves this gateway only');
  await nats.start();
  await expect.poll(ready, { interval: 50 }).toEqual({ ready: true, bus: 'connected' });
  await expect.poll(logged, { interval: 20 }).toContain('the message bus is back');
  expect(logged()).not.toContain(nats.settings.password);
  expect(await gateway.end('SIGTERM')).toBe(0);
});

test('R241 a gateway too slow for its bus is disconnected by the server, and pushes everything later', async () => {
  const bus = createNatsBus(nats.settings, { log: createLog('silent') });
  const quick = await startTestGateway({ bus, limits: { callsPerMinutePerAccount: 10_000 } });
  const slow = await startProcess({ AMBER_DATA: folder, DATABASE_URL: quick.databaseUrl, NATS_URL: nats.url });
  const [alice, bob] = [await signIn(quick), await signIn(quick)];
  const chat = await chatOf(alice, bob);
  const reader = await connectAs({ ...bob, url: slow.url });
  await expect.poll(() => readinessOf(slow), { interval: 50 }).toEqual({ ready: true, bus: 'connected' });
  slow.pause();
  const { servers, user, password } = nats.settings;
  const flood = await connect({ servers, user: user!, pass: password! });
  // More than the buffers of the kernel and of the server hold.
  for (let sent = 0; sent < 600; sent += 1) flood.publish('amber.v1.s', Buffer.alloc(30_000));
  await flood.drain();
  for (let sent = 0; sent < 3; sent += 1) await sendText(alice, chat, 'hello');
  slow.continue();
  await reader.until(() => reader.rows.length >= 3);
  expect(reader.rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await expect.poll(() => slow.lines.join('\n'), { interval: 20 }).toContain('the message bus is gone');
  reader.close();
  expect(await slow.end('SIGTERM')).toBe(0);
  await quick.close();
  await bus.close();
});
