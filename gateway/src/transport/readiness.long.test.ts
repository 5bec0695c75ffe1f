import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatOf, outcomeCode, sendText, signIn } from '../testing/client.ts';
import { migratedDatabase, startTestGateway, type TestGateway } from '../testing/gateway.ts';

/** Between a gateway and its database: goes silent, like a machine that crashed. */
async function startSilencer(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.port);
  const state = { isSilent: false };
  const open = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    open.add(from);
    from
      .on('data', (bytes) => {
        if (!state.isSilent) to.write(bytes);
      })
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(from);
        to.destroy();
      });
  };
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    state,
    close() {
      open.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

let silencer: Awaited<ReturnType<typeof startSilencer>>;
let gateway: TestGateway;
beforeAll(async () => {
  silencer = await startSilencer(await migratedDatabase());
  gateway = await startTestGateway({
    databaseUrl: silencer.url,
    limits: { statementTimeout: 2_500, databaseSilenceTimeout: 3_000, readyTimeout: 500 },
  });
});
afterAll(async () => {
  await gateway.close();
  silencer.close();
});

const ready = async () => (await fetch(`${gateway.url}/gateway/ready`)).status;

test('R225 a database that is gone without a word: readiness says so at once, calls end, and all is well when it is back', async () => {
  const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  const chat = await chatOf(alice, bob);
  expect(await ready()).toBe(200);
  silencer.state.isSilent = true;
  const calls = [
    ...Array.from({ length: 20 }, (_, n) => outcomeCode(sendText(alice, chat, `${n}`))),
    ...Array.from({ length: 20 }, () => outcomeCode(bob.api.conversation.list({}))),
  ];
  let ended = 0;
  for (const call of calls)
    void call.then(() => {
      ended += 1;
    });
  expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array.from({ length: 20 }, () => 503));
  // Before any call noticed.
  expect(ended).toBe(0);
  expect(new Set(await Promise.all(calls.slice(0, 20)))).toEqual(new Set(['UNAVAILABLE']));
  silencer.state.isSilent = false;
  await Promise.all(calls);
  await expect.poll(ready, { interval: 50 }).toBe(200);
  expect(await outcomeCode(sendText(alice, chat, 'after'))).toBe('SUCCESS');
});
