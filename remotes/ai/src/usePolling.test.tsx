import { fakeHost } from '@amber/client/testing';
import { Fault } from '@amber/proto/faults';
import { expect, test } from 'vitest';
import { fetchQueue, usePolling } from './usePolling.ts';

function Queue() {
  const { answer, fault } = usePolling(fetchQueue);
  return <p>{answer ? 'ready' : (fault?.code ?? 'loading')}</p>;
}

/** Opens a page that connects, and returns how often it has fetched the queue. */
async function connect(agentQueue: () => Promise<object>) {
  const host = await fakeHost({ api: { aiBot: { agentQueue } } });
  await host.setConnection('connecting');
  const screen = await host.open(Queue, '/');
  await host.setConnection('open');
  await screen.waitForText(/ready/);
  return { host, screen, fetches: () => host.calls.length };
}

test('the first connection causes no second fetch; a reconnection causes one', async () => {
  const { host, screen, fetches } = await connect(async () => ({ serves: true, list: [] }));
  expect(fetches()).toBe(1);
  await host.setConnection('closed');
  await host.setConnection('open');
  await screen.waitForText(/ready/);
  expect(fetches()).toBe(2);
});

test('a fetch that failed before the first connection is repeated when it opens', async () => {
  let isOffline = true;
  const { fetches } = await connect(async () => {
    if (!isOffline) return { serves: true, list: [] };
    isOffline = false;
    throw new Fault('NO_RESPONSE');
  });
  expect(fetches()).toBe(2);
});
