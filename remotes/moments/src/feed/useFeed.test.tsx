import { fakeHost } from '@amber/client/testing';
import { Fault } from '@amber/proto/faults';
import { expect, test } from 'vitest';
import { useMemberFeed } from './useFeed.ts';

function Everybody() {
  const { status, fault } = useMemberFeed('everybody', 'me');
  return <p>{fault?.code ?? status}</p>;
}

/** Opens a feed on a page that connects, and returns how often it was refreshed. */
async function connect(moments: () => Promise<undefined>) {
  const host = await fakeHost({
    engine: { moments },
    rows: { identity: [{ key: 'moments:everybody', list: [], next: '', askedAt: 1 }] },
  });
  await host.setConnection('connecting');
  const screen = await host.open(Everybody, '/');
  await host.setConnection('open');
  await screen.waitForText(/ready/);
  return { host, screen, refreshes: () => host.calls.length };
}

test('the first connection causes no second refresh; a reconnection causes one', async () => {
  const { host, screen, refreshes } = await connect(async () => undefined);
  expect(refreshes()).toBe(1);
  await host.setConnection('closed');
  await host.setConnection('open');
  await screen.waitForText(/ready/);
  expect(refreshes()).toBe(2);
});

test('a refresh that failed before the first connection is repeated when it opens', async () => {
  let isOffline = true;
  const { refreshes } = await connect(async () => {
    if (!isOffline) return undefined;
    isOffline = false;
    throw new Fault('NO_RESPONSE');
  });
  expect(refreshes()).toBe(2);
});
