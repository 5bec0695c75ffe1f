import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from '@amber/proto/codec';
import { routes } from '@amber/proto/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, connect, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callHead, codeIn, openRaw, type RawRequest } from '../../testing/openRaw.ts';
import { requestPermit } from '../../testing/uploads.ts';
import { scaledTimeout } from '../../testing/machine.ts';
import { enoughOfThisMinute } from '../../testing/enoughOfThisMinute.ts';

const megabyte = 1_048_576;
const operators = new Set<string>();
let gateway: TestGateway;
let person: Person;

beforeAll(async () => {
  gateway = await startTestGateway({
    operators,
    trustProxy: ['10.0.0.0/8'],
    limits: {
      slowBodyGrace: 1_500,
      strangersCallsPerMinutePerNetwork: 20,
      unregisteredSocketsPerNetwork: 30,
      refusedBytesPerMinutePerNetwork: megabyte,
    },
  });
  person = await signIn(gateway);
});
afterAll(() => gateway.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('R226 a caller is known before the body is read', () => {
  test.each(
    Object.entries(routes)
      .filter(([, { json }]) => !json)
      .map(([name, { path }]) => [name, path]),
  )('R226 %s is refused to a stranger, whose body has not come', async (_, path) => {
    const request = openRaw(gateway.url, ...callHead(path, `content-length: ${megabyte}`));
    expect(['9001', 'TOO_LARGE']).toContain(codeIn(await request.answer));
    request.end();
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['garbage', Uint8Array.from({ length: 65_536 }, (_, at) => at * 151)],
    ['groups within groups', new Uint8Array(65_536).fill(0x0b)],
    ['empty fields', Uint8Array.from({ length: 65_536 }, (_, at) => (at % 2 ? 0 : 0x0a))],
  ])('R226 a stranger’s call with %s costs little CPU, that of the caller included', async (_, body) => {
    const names = ['user.setBio', 'message.sendGroupMessage', 'airdrop.save', 'aiBot.agentQueue'] as const;
    const callAll = async () => {
      for (const name of names) {
        const headers = { 'content-type': 'application/x-protobuf' };
        const response = await fetch(`${gateway.url}/gateway${routes[name].path}`, { method: 'POST', headers, body });
        expect(decode('Envelope', new Uint8Array(await response.arrayBuffer())).code).toBe('9001');
      }
    };
    for (let n = 0; n < 10; n += 1) await callAll();
    const before = process.cpuUsage();
    const rounds = 50;
    for (let n = 0; n < rounds; n += 1) await callAll();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000 / (rounds * names.length)).toBeLessThan(scaledTimeout(5));
  });

  test('R226 with a token, what is too large for the call is refused at once, and read where it is not', async () => {
    const token = `token: ${person.tokens.token}`;
    const request = openRaw(gateway.url, ...callHead('/user/setBio', token, `content-length: ${megabyte}`));
    expect(codeIn(await request.answer)).toBe('TOO_LARGE');
    request.end();
    expect(await outcomeCode(person.api.user.setBio({ bio: 'x'.repeat(200) }))).toBe('SUCCESS');
  });

  test('R226 only a deploy token in the head, or an operator, brings a large file of a release', async () => {
    const operator = await signIn(gateway);
    operators.add(operator.identifier);
    const { deployToken } = await operator.api.rollout.createToken({ remote: 'large', name: 'large-team' });
    const file = { remote: 'large', version: '1.0.0', path: 'a.js', data: new Uint8Array(100_000) };
    const upload = (request: object, options = {}) =>
      outcomeCode(call(gateway.url, 'rollout.upload', { ...file, ...request }, options));
    expect(await upload({ deployToken }, { headers: { 'deploy-token': deployToken } })).toBe('SUCCESS');
    expect(await upload({}, { token: operator.tokens.token })).toBe('SUCCESS');
    expect(await upload({ deployToken, data: new Uint8Array(100) })).toBe('SUCCESS');
    expect(await upload({ deployToken })).toBe('TOO_LARGE');
    expect(await upload({ deployToken }, { headers: { 'deploy-token': `${deployToken}x` } })).toBe('TOO_LARGE');
    expect(await upload({ deployToken }, { token: person.tokens.token })).toBe('TOO_LARGE');
  });

  test('a refused call of somebody whose session has ended leaves its connection as it was, when all of its body comes', async () => {
    const { api, tokens } = await signIn(gateway);
    await api.user.logOut({});
    const request = openRaw(
      gateway.url,
      ...callHead('/message/sync', `token: ${tokens.token}`, `content-length: ${megabyte}`),
    );
    expect(codeIn(await request.answer)).toBe('9001');
    request.send(new Uint8Array(megabyte));
    await sleep(1_000);
    const closed = await Promise.race([request.closed.then(() => true), sleep(0, false)]);
    expect(closed).toBe(false);
    request.end();
  });

  test('R226 the large body of a stranger is not read at all, that of others has a share for each network', async () => {
    const isClosed = async (...headers: string[]) => {
      const request = openRaw(
        gateway.url,
        ...callHead('/airdrop/save', 'x-forwarded-for: 198.51.100.1', `content-length: ${megabyte}`, ...headers),
      );
      return (await request.answer).includes('connection: close');
    };
    expect([await isClosed(), await isClosed('token: a.b.1.1.c')]).toEqual([true, true]);
    await enoughOfThisMinute();
    const token = `token: ${person.tokens.token}`;
    expect([await isClosed(token), await isClosed(token)]).toEqual([false, true]);
    const endless = openRaw(gateway.url, ...callHead('/message/sync', 'transfer-encoding: chunked'));
    expect(await endless.answer).toContain('connection: close');
    await endless.closed;
  });

  test('R226 a large body counts until its caller has left, and no longer', async () => {
    const { api, tokens } = await signIn(gateway);
    const head = callHead(routes['file.uploadPicture'].path, `token: ${tokens.token}`, `content-length: ${megabyte}`);
    const requests = Array.from({ length: 3 }, () => openRaw(gateway.url, ...head));
    expect(codeIn(await Promise.race(requests.map(({ answer }) => answer)))).toBe('TOO_MANY');
    requests.forEach((request) => request.end());
    const upload = () => outcomeCode(api.file.uploadPicture({ picture: new Uint8Array(10) }));
    await expect.poll(upload).toBe('PICTURE_FORMAT');
  });
});

describe('R227 what drips', () => {
  /** Sends a byte now and then for as long as the connection is open. */
  async function drip(request: RawRequest): Promise<void> {
    const timer = setInterval(() => request.send('x'), 50);
    await request.closed.finally(() => clearInterval(timer));
  }

  test('R227 ends: of somebody known, of strangers, where nothing is read, and unsigned uploads', async () => {
    const { setting, key } = await requestPermit(person);
    expect(setting.domain).toBe(gateway.url);
    const put = [`PUT /files/${key} HTTP/1.1`, 'host: test', 'content-length: 100000'];
    await Promise.all([
      drip(
        openRaw(gateway.url, ...callHead('/message/sync', `token: ${person.tokens.token}`, 'content-length: 100000')),
      ),
      drip(openRaw(gateway.url, ...callHead('/message/sync', 'content-length: 100000'))),
      drip(openRaw(gateway.url, ...callHead('/getSms', 'content-length: 1000'))),
      drip(openRaw(gateway.url, ...callHead('/nowhere', 'content-length: 1000'))),
      drip(openRaw(gateway.url, 'GET /gateway/live HTTP/1.1', 'host: test', 'content-length: 1000')),
      ...Array.from({ length: 20 }, () => drip(openRaw(gateway.url, ...put))),
    ]);
  });

  test('R227 but not what comes slowly, at a steady pace', async () => {
    const body = encode('SyncRequest', {
      cursors: Array.from({ length: 400 }, (_, at) => ({ conversationId: `a conversation ${at}`, epoch: 1, seq: 1 })),
    });
    const request = openRaw(
      gateway.url,
      ...callHead('/message/sync', `token: ${person.tokens.token}`, `content-length: ${body.length}`),
    );
    for (let sent = 0; sent < body.length; sent += 500) {
      request.send(body.subarray(sent, sent + 500));
      await sleep(50);
    }
    expect(codeIn(await request.answer)).toBe('SUCCESS');
    request.end();
  });
});

describe('R227 limits hit the right ones', () => {
  test("R227 an office of 25 behind one address works; a stranger there has the strangers' share", async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => signIn(gateway)));
    const office = from('203.0.113.80');
    const sockets = await Promise.all(
      people.map(async (one) => {
        const socket = await connect(gateway, office);
        await socket.register(one);
        return socket;
      }),
    );
    const again = await Promise.all(people.map(() => connect(gateway, office)));
    const calls = people.flatMap(({ tokens: { token } }) =>
      Array.from({ length: 4 }, () => outcomeCode(call(gateway.url, 'user.privacy', {}, { token, ...office }))),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['SUCCESS']));
    for (const socket of [...sockets, ...again]) socket.close();
    await enoughOfThisMinute();
    const strangers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        outcomeCode(call(gateway.url, 'user.privacy', {}, from(`203.0.113.${at}`))),
      ),
    );
    expect(strangers.filter((code) => code === 'TOO_MANY').length).toBe(10);
  });

  test("R227 a token that is none counts as its network's", async () => {
    await enoughOfThisMinute();
    const tries = await Promise.all(
      Array.from({ length: 30 }, () =>
        outcomeCode(call(gateway.url, 'user.privacy', {}, { token: 'a.b.1.1.c', ...from('2001:db8:1:2::1') })),
      ),
    );
    expect(tries.filter((code) => code === 'TOO_MANY').length).toBe(10);
  });

  test("R227 whom a proxy names is counted, and nobody else's word for it", async () => {
    const tries = async (...addresses: string[]) => {
      await enoughOfThisMinute();
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          outcomeCode(
            call(gateway.url, 'user.privacy', {}, from(addresses.map((one) => one.replace('N', String(at))).join())),
          ),
        ),
      );
      return outcomes.filter((code) => code === 'TOO_MANY').length;
    };
    // Through a proxy behind this machine's: every caller is someone else.
    expect(await tries('198.18.N.1', '10.1.2.3')).toBe(0);
    // Through an untrusted proxy: all callers are that proxy.
    expect(await tries('198.18.N.1', '172.16.1.1')).toBe(10);
  });
});

test('R241 one gateway alone counts in its memory, and stores nothing', async () => {
  await person.api.user.privacy({});
  for (const table of ['shared_count', 'gateway_node', 'open_socket'])
    expect((await query(gateway, `select from ${table}`)).rows).toEqual([]);
});
