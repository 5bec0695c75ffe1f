import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase, temporaryFolder } from './testing/gateway.ts';
import { type NatsServer, startNatsServer } from './testing/natsServer.ts';
import { startProcess } from './testing/process.ts';

let folder: string;
let nats: NatsServer;
beforeAll(async () => {
  [folder, nats] = await Promise.all([temporaryFolder(), startNatsServer()]);
});
afterAll(async () => {
  await nats.close();
  await rm(folder, { recursive: true, force: true });
});

test('R241 a gateway starts without its message bus, says so, finds it later, and leaves cleanly', async () => {
  await nats.stop();
  const gateway = await startProcess({
    AMBER_DATA: folder,
    DATABASE_URL: await migratedDatabase(),
    NATS_URL: nats.url,
  });
  const ready = async () => (await fetch(`${gateway.url}/gateway/ready`)).json() as Promise<unknown>;
  expect(await ready()).toEqual({ ready: true, bus: 'lost' });
  const logged = () => gateway.lines.join('\n');
  expect(logged()).toContain('the message bus is gone: it cannot be reached');
  await nats.start();
  await expect.poll(ready, { interval: 50 }).toEqual({ ready: true, bus: 'connected' });
  expect(logged()).toContain('the message bus is back');
  expect(logged()).not.toContain(nats.settings.password);
  expect(await gateway.end('SIGTERM')).toBe(0);
});
