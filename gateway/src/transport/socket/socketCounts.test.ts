import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSharedNodes, type SharedNode, type SharedNodes } from '../../testing/sharedNodes.ts';
import { createSocketCounts, type CountedSocket, type SocketCounts } from './socketCounts.ts';

const limits = { socketsPerNetwork: 100, unregisteredSocketsPerNetwork: 100, socketsPerUser: 3 };

/** In milliseconds; sockets of an account are opened minutes apart. */
let now = 0;
let nodes: SharedNodes;
beforeAll(async () => {
  nodes = await openSharedNodes({ elapsed: () => now, ...limits });
});
afterEach(() => nodes.stop());
afterAll(() => nodes.close());

type Gateway = SharedNode & { counts: SocketCounts };
const start = async (count: number): Promise<Gateway[]> =>
  (await nodes.start(count)).map((node) => ({ ...node, counts: createSocketCounts({ ...node, limits }) }));
/** Sockets that are opened together; those that are allowed. */
const open = async (some: readonly Gateway[], count: number, address: string): Promise<CountedSocket[]> => {
  const sockets = some.flatMap(({ counts }) => Array.from({ length: count }, () => counts.acquire(address)));
  return (await Promise.all(sockets)).flatMap((socket) => socket ?? []);
};

describe('R227 R241 the sockets of a network have one limit at all gateways', () => {
  test('R227 R241 opened one after the other, in turn, and again when some are closed', async () => {
    const three = await start(3);
    const sockets: CountedSocket[] = [];
    for (let at = 0; at < 200; at += 1) sockets.push(...(await open([three[at % 3]!], 1, '203.0.113.7')));
    expect(sockets.length).toBeGreaterThanOrEqual(100);
    expect(sockets.length).toBeLessThanOrEqual(110);
    for (const socket of sockets.slice(0, 60)) socket.release();
    await Promise.all(three.map(({ sharedSockets }) => sharedSockets.settled()));
    // The first refused one asks for the numbers of the others.
    await open(three, 1, '203.0.113.7');
    await Promise.all(three.map(({ sharedSockets }) => sharedSockets.settled()));
    expect((await open([three[0]!], 30, '203.0.113.7')).length).toBe(30);
  });

  test('R227 R241 opened at once everywhere', async () => {
    expect((await open(await start(3), 100, '198.51.100.7')).length).toBeLessThanOrEqual(110);
  });

  test('R227 R241 of IPv6 the narrow network and, with a higher limit, the wide one', async () => {
    const two = await start(2);
    let opened = 0;
    for (const node of two) {
      const networks = Array.from({ length: 20 }, (_, at) => `2001:db8:7:${at.toString(16)}::1`);
      opened += (await Promise.all(networks.map((network) => open([node], 50, network)))).flat().length;
    }
    expect(opened).toBeGreaterThan(700);
    expect(opened).toBeLessThanOrEqual(880);
  });

  test('R241 those of a gateway that was killed do not count any more', async () => {
    const [killed, other] = (await start(2)) as [Gateway, Gateway];
    await open([killed], 100, '192.0.2.7');
    const refused = async () => (await open([other], 20, '192.0.2.7')).length < 20;
    expect(await refused()).toBe(true);
    await nodes.pool.query('update gateway_node set alive_until = now() where node = $1', [killed.name]);
    await other.sharedSockets.settled();
    expect(await refused()).toBe(false);
  });

  test('R241 those of a gateway of which the database has lost everything are stored again', async () => {
    const [one, other] = (await start(2)) as [Gateway, Gateway];
    await open([one], 100, '192.0.3.7');
    await nodes.pool.query('truncate gateway_node, open_socket');
    await one.sharedCounts.settled();
    await one.sharedSockets.settled();
    // A tenth of the limit, divided by two gateways, is open to each before it asks.
    expect((await open([other], 20, '192.0.3.7')).length).toBeLessThanOrEqual(5);
  });
});

describe("R241 an account's oldest sockets are closed for the newest, wherever they are", () => {
  /** Gateways at which sockets of an account are registered; `closed` has the names of those that are closed. */
  async function startTwo() {
    const [one, other] = (await start(2)) as [Gateway, Gateway];
    const closed: string[] = [];
    const register = async ({ counts }: Gateway, name: string) => {
      now += 60_000;
      (await counts.acquire('203.0.114.1'))!.register('alice', () => void closed.push(name));
    };
    return { one, other, closed, register };
  }

  test('R241 when each is reported at once', async () => {
    const { one, other, closed, register } = await startTwo();
    await register(one, 'first');
    await register(other, 'second');
    for (const { sharedSockets } of [one, other]) await sharedSockets.settled();
    expect(closed).toEqual([]);
    await register(other, 'third');
    await register(other, 'fourth');
    for (const { sharedSockets } of [other, one]) await sharedSockets.settled();
    expect(closed).toEqual(['first']);
  });

  test('R241 when the older ones are reported later', async () => {
    const { one, other, closed, register } = await startTwo();
    await register(one, 'first');
    await register(one, 'second');
    await register(other, 'third');
    await register(other, 'fourth');
    for (const { sharedSockets } of [other, one, other]) await sharedSockets.settled();
    expect(closed).toEqual(['first']);
  });
});
