import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connect as connectToNats,
  type NatsConnection,
  nkeys,
  type SubscriptionOptions,
} from '@nats-io/transport-node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { type Hint, subjects } from './bus.ts';
import { encodeHint } from './hintCodec.ts';
import { createNatsBus, type NatsBus } from './natsBus.ts';
import { connectAs, groupOf, type Person, sendText, signIn, type TestSocket } from '../testing/client.ts';
import { temporaryFolder } from '../testing/gateway.ts';
import { startNatsServer } from '../testing/natsServer.ts';
import { movedTo, startTwoGateways, type TwoGateways } from '../testing/twoGateways.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
const keep = <T extends { close(): unknown }>(one: T): T => {
  opened.push(one);
  return one;
};

const seqsOf = ({ rows }: TestSocket) => rows.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** A group of Alice, who calls gateway A, and Bob, who calls B, with a reader at each gateway. */
async function groupAcross({ a, b }: TwoGateways) {
  const [alice, bob, carol, dave] = await Promise.all(range(1, 4).map(() => signIn(a)));
  const group = await groupOf(alice!, bob!, carol!, dave!);
  const readers = [keep(await connectAs(carol!)), keep(await connectAs(movedTo(b, dave!)))];
  return { group, writers: [alice!, movedTo(b, bob!)], readers };
}

/** Both write at once, so that the rows of the two gateways alternate. */
async function writeAlternately(writers: Person[], group: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 2)
    await Promise.all(writers.map((writer) => sendText(writer, group, 'text', { type: 'group' })));
}

const connections = ({ buses }: TwoGateways) => buses.map((bus) => bus.connection());
const readiness = async ({ url }: { url: string }) => {
  const response = await fetch(`${url}/gateway/ready`);
  return { status: response.status, body: (await response.json()) as unknown };
};

/** Connections whose received messages are lost, doubled and swapped. */
async function faultyConnect(...options: Parameters<typeof connectToNats>): Promise<NatsConnection> {
  const connection = await connectToNats(...options);
  let received = 0;
  return new Proxy(connection, {
    get(target, name) {
      if (name !== 'subscribe') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (subject: string, { callback }: SubscriptionOptions) =>
        target.subscribe(subject, {
          callback: (error, message) => {
            received += 1;
            const deliver = () => void callback!(error, message);
            if (received % 5 === 0) return;
            if (received % 5 === 1) deliver();
            if (received % 5 === 2) setTimeout(deliver, 15);
            else deliver();
          },
        });
    },
  });
}

describe('faults of the bus', () => {
  test('R241 what is lost, doubled or reordered arrives once and in order', async () => {
    const two = keep(await startTwoGateways({ connect: faultyConnect, limits: { sweepEvery: 200 } }));
    const { group, writers, readers } = await groupAcross(two);
    await writeAlternately(writers, group, 40);
    for (const reader of readers) {
      await reader.until(() => reader.rows.length >= 40);
      expect(seqsOf(reader)).toEqual(range(2, 41));
    }
  });

  test('R241 a bus that dies delays messages by a sweep, is reported, and is used again when it is back', async () => {
    const two = keep(await startTwoGateways({ limits: { sweepEvery: 200 } }));
    const { group, writers, readers } = await groupAcross(two);
    await writeAlternately(writers, group, 6);
    expect(await readiness(two.a)).toEqual({ status: 200, body: { ready: true, bus: 'connected' } });
    await two.nats.stop();
    await expect.poll(() => connections(two), { interval: 20 }).toEqual(['lost', 'lost']);
    expect(await readiness(two.a)).toEqual({ status: 200, body: { ready: true, bus: 'lost' } });
    await writeAlternately(writers, group, 6);
    // Who comes while the bus is gone is served too.
    const late = keep(await connectAs(movedTo(two.b, await signIn(two.a))));
    for (const reader of readers) await reader.until(() => reader.rows.length >= 12);
    await two.nats.start();
    await expect.poll(() => connections(two), { interval: 20 }).toEqual(['connected', 'connected']);
    await writeAlternately(writers, group, 6);
    for (const reader of readers) {
      await reader.until(() => reader.rows.length >= 18);
      expect(seqsOf(reader)).toEqual(range(2, 19));
    }
    expect(late.closed).toBeNull();
  });
});

describe('the bus', () => {
  const log = createLog('silent');
  const collect = (bus: NatsBus, subject: string) => {
    const hints: Hint[] = [];
    const unsubscribe = bus.subscribe(subject, (hint) => hints.push(hint));
    return { hints, unsubscribe };
  };
  const connected = async (bus: NatsBus) => {
    await expect.poll(() => bus.connection(), { interval: 20 }).toBe('connected');
    await bus.flush();
    return bus;
  };
  const registry = (revision: number): Hint => ({ kind: 'registry', revision });

  test('R241 a server that is not there yet is found later; listeners are notified of the gap', async () => {
    const nats = keep(await startNatsServer());
    await nats.stop();
    const bus = keep(createNatsBus(nats.settings, { log }));
    const own = collect(bus, subjects.registry);
    let reconnects = 0;
    bus.onReconnect(() => {
      reconnects += 1;
    });
    await expect.poll(() => bus.connection(), { interval: 20 }).toBe('lost');
    // It delivers on its own gateway.
    bus.publish(subjects.registry, registry(1));
    expect(own.hints).toEqual([registry(1)]);
    expect(bus.counts()).toMatchObject({ published: 0, dropped: 1 });
    await nats.start();
    await expect.poll(() => reconnects, { interval: 20 }).toBe(1);
    const other = await connected(keep(createNatsBus(nats.settings, { log })));
    other.publish(subjects.registry, registry(2));
    await expect.poll(() => own.hints, { interval: 20 }).toEqual([registry(1), registry(2)]);
  });

  test('R241 own hints arrive once; a subject is left when its last listener goes', async () => {
    const nats = keep(await startNatsServer());
    const [one, other] = await Promise.all([1, 2].map(() => connected(keep(createNatsBus(nats.settings, { log })))));
    const own = collect(one!, subjects.registry);
    const [first, second] = [collect(other!, subjects.registry), collect(other!, subjects.registry)];
    await other!.flush();
    one!.publish(subjects.registry, registry(1));
    await expect.poll(() => second.hints.length, { interval: 5 }).toBe(1);
    first.unsubscribe();
    first.unsubscribe();
    await other!.flush();
    one!.publish(subjects.registry, registry(2));
    await expect.poll(() => second.hints.length, { interval: 5 }).toBe(2);
    second.unsubscribe();
    await other!.flush();
    one!.publish(subjects.registry, registry(3));
    // Pushes are stored by the gateway that stores the row: other gateways need not hear of it.
    one!.publish(subjects.activity, { kind: 'seen', conversation: 'c', identifier: 'i', device: 'd' });
    await Promise.all([one!.flush(), other!.flush()]);
    expect([own.hints.length, first.hints.length, second.hints.length]).toEqual([3, 1, 2]);
    expect(one!.counts()).toEqual({ published: 3, dropped: 0, received: 0, unreadable: 0 });
    expect(other!.counts()).toMatchObject({ received: 2 });
  });

  test('R241 a client without the password is refused; hints of other versions and invalid ones are ignored', async () => {
    const nats = keep(await startNatsServer());
    const { servers, user, password } = nats.settings;
    await expect(connectToNats({ servers })).rejects.toThrow(/authorization/i);
    const refused = keep(createNatsBus({ ...nats.settings, password: 'guessed' }, { log }));
    const overheard = collect(refused, subjects.registry);
    await expect.poll(() => refused.connection(), { interval: 20 }).toBe('lost');

    const bus = await connected(keep(createNatsBus(nats.settings, { log })));
    const { hints } = collect(bus, subjects.registry);
    await bus.flush();
    const client = await connectToNats({ servers, user: user!, pass: password! });
    client.publish('amber.v0.r', encodeHint(registry(1)));
    client.publish('amber.v2.r', encodeHint(registry(2)));
    client.publish('amber.v1.r', Buffer.from('{"kind":"registry","revision":"3"}'));
    client.publish('amber.v1.r', encodeHint(registry(4)));
    await client.drain();
    await expect.poll(() => hints, { interval: 5 }).toEqual([registry(4)]);
    expect(bus.counts()).toMatchObject({ received: 2, unreadable: 1 });
    expect(overheard.hints).toEqual([]);
  });

  test('R241 missing permissions are logged once, not for every hint', async () => {
    const nats = keep(await startNatsServer({ permitted: 'other.>' }));
    const error = vi.fn();
    const bus = await connected(keep(createNatsBus(nats.settings, { log: { warn: error, error } })));
    for (let n = 0; n < 20; n += 1) {
      collect(bus, subjects.conversation(`c${n}`));
      bus.publish(subjects.registry, registry(n));
    }
    await bus.flush();
    await bus.flush();
    expect(error).toHaveBeenCalledTimes(1);
  });

  test('R241 a file with credentials is used, and read again at every connection', async () => {
    const file = join(await temporaryFolder(), 'amber.creds');
    const credentialsOf = (key: ReturnType<typeof nkeys.createUser>) =>
      ['USER JWT', 'x.y.z', 'USER NKEY SEED', Buffer.from(key.getSeed()).toString()].reduce(
        (text, part, at) => text + (at % 2 === 0 ? `-----BEGIN NATS ${part}-----` : `${part}\n------END------`) + '\n',
        '',
      );
    const [right, wrong] = [nkeys.createUser(), nkeys.createUser()];
    const nats = keep(await startNatsServer({ nkey: right.getPublicKey() }));
    const settings = { ...nats.settings, user: undefined, password: undefined, credentialsFile: file };
    expect(() => createNatsBus(settings, { log })).toThrow('The file of NATS_CREDS cannot be read');
    await writeFile(file, credentialsOf(wrong));
    const bus = keep(createNatsBus(settings, { log }));
    await expect.poll(() => bus.connection(), { interval: 20 }).toBe('lost');
    await writeFile(file, credentialsOf(right));
    await connected(bus);
  });

  test('R241 a server that does not read is not buffered for without limit', async () => {
    const nats = keep(await startNatsServer());
    const bus = await connected(keep(createNatsBus(nats.settings, { log })));
    nats.pause();
    const typing: Hint = { kind: 'typing', conversation: 'c', identifier: 'i'.repeat(60_000), typing: true };
    for (let n = 0; n < 300; n += 1) bus.publish(subjects.conversation('c'), typing);
    expect(bus.counts().published * 60_000).toBeLessThan(9 * 1_048_576);
    expect(bus.counts().dropped).toBeGreaterThan(100);
    nats.resume();
    await expect
      .poll(
        () => {
          const before = bus.counts().published;
          bus.publish(subjects.conversation('c'), typing);
          return bus.counts().published - before;
        },
        { interval: 20 },
      )
      .toBe(1);
  });
});
