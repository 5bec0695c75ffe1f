import { Agent, request as httpRequest } from 'node:http';
import type { Calls, Input } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { routes } from '@amber/proto/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../core/bus.ts';
import { createLog } from '../../core/log.ts';
import { call, newPhone, outcomeCode, sendText, chatOf, signIn } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { enoughOfThisMinute } from '../../testing/enoughOfThisMinute.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    limits: { strangersCallsPerMinutePerNetwork: 5, callsPerMinutePerAccount: 8, strangersBodyMax: 10_000 },
    loginUrl: 'https://login.example',
  });
});
afterAll(() => gateway.close());

const post = async (
  path: string,
  body: string | Buffer<ArrayBuffer> | null,
  headers: Record<string, string> = { 'content-type': 'application/x-protobuf' },
) => {
  const answer = await fetch(`${gateway.url}/gateway${path}`, { method: 'POST', body, headers });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    ...decode('Envelope', new Uint8Array(await answer.arrayBuffer())),
  };
};

describe('calls over HTTP', () => {
  test('R47 protobuf in, an envelope out, always with status 200', async () => {
    const answer = await post('/getSms', Buffer.from(encode('GetSmsRequest', { phone: newPhone(), deviceId: 'd' })));
    expect(answer).toMatchObject({ status: 200, type: 'application/x-protobuf', code: 'SUCCESS' });
    expect(decode('GetSmsReply', answer.data)).toEqual({ retryAfter: 60_000 });
    expect(await post('/getSms', Buffer.from(encode('GetSmsRequest', { phone: 'x', deviceId: 'd' })))).toMatchObject({
      status: 200,
      code: '100001',
    });
  });

  test('R47 every call is there', async () => {
    for (const { path } of Object.values(routes).filter(({ json }) => !json))
      expect((await post(path, Buffer.alloc(0))).code).not.toBe('');
  });

  test('R48 history of groups is JSON both ways, also when it is refused', async () => {
    const ask = async (body: string, token = '', type = 'application/json') => {
      const answer = await fetch(`${gateway.url}/gateway/historyMessage/queryByGroup`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, token },
      });
      return {
        status: answer.status,
        type: answer.headers.get('content-type')?.split(';')[0],
        ...((await answer.json()) as { code: string; data: unknown }),
      };
    };
    const {
      tokens: { token },
    } = await signIn(gateway);
    const refused = (code: string) => ({ status: 200, type: 'application/json', code, data: {} });
    expect(await ask('{"conversationId":"x"}')).toEqual(refused('9001'));
    expect(await ask('{"conversationId":"x"}', token)).toEqual(refused('NO_AUTH'));
    expect(await ask('{"conversationId":"x"}', 'wrong')).toEqual(refused('9001'));
    for (const body of ['', '[]', 'null', '"x"', '{']) expect(await ask(body, token)).toEqual(refused('BAD_REQUEST'));
    expect(await ask('x', token, 'application/x-protobuf')).toEqual(refused('BAD_REQUEST'));
  });

  test('R50 login calls have paths of their own', () => {
    expect(
      Object.values(routes)
        .filter(({ base }) => base === 'login')
        .map(({ path }) => path),
    ).toEqual(['/getSms', '/login', '/walletNonce', '/loginByWallet']);
  });

  test('what is no protobuf, of another type, or too large is refused, and the gateway lives', async () => {
    const bytes = Buffer.alloc(10_001);
    expect(await post('/login', '{}', { 'content-type': 'application/json' })).toMatchObject({
      status: 200,
      code: 'BAD_REQUEST',
    });
    expect(await post('/login', null, {})).toMatchObject({ status: 200, code: 'BAD_REQUEST' });
    expect(await post('/login', Buffer.from([255, 255, 255]))).toMatchObject({ status: 200, code: 'BAD_REQUEST' });
    expect(await post('/login', Buffer.from([10, 20, 1]))).toMatchObject({ status: 200, code: 'BAD_REQUEST' });
    expect(await post('/login', bytes)).toMatchObject({ status: 200, code: 'TOO_LARGE' });
    expect((await fetch(`${gateway.url}/gateway/live`)).status).toBe(200);
  });

  test('text that the database cannot hold is a bad request', async () => {
    const { api } = await signIn(gateway);
    expect(await outcomeCode(api.user.getUserInfoByIdentifier({ identifier: 'a\0b' }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(api.message.history({ conversationId: 'a\0b' }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(api.contact.search({ keyword: 'a\0b' }))).toBe('BAD_REQUEST');
  });

  test('a token that is bad does not keep anybody from signing in', async () => {
    expect(
      await outcomeCode(call(gateway.url, 'login.getSms', { phone: newPhone(), deviceId: 'd' }, { token: 'garbage' })),
    ).toBe('SUCCESS');
  });

  test('T10 R227 a network may make so many calls a minute without a session; this machine is spared', async () => {
    const from = (address: string) =>
      outcomeCode(call(gateway.url, 'login.login', { deviceId: 'd' }, { headers: { 'x-forwarded-for': address } }));
    await enoughOfThisMinute();
    const outcomes = [];
    for (let calls = 0; calls < 7; calls += 1) outcomes.push(await from(`203.0.113.${calls}`));
    expect(outcomes.filter((code) => code === 'TOO_MANY')).toHaveLength(2);
    expect(await from('203.0.114.9')).not.toBe('TOO_MANY');
    for (let calls = 0; calls < 10; calls += 1) expect(await from('127.0.0.1')).not.toBe('TOO_MANY');
    const page = await fetch(`${gateway.url}/chat/`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(page.status).toBe(200);
  });

  test('R254 a call counts as several by the bytes of its request and of its answer', async () => {
    const [one, two] = [await signIn(gateway), await signIn(gateway)];
    const chat = await chatOf(one, two);
    for (let messages = 0; messages < 8; messages += 1) await sendText(two, chat, 'x'.repeat(100_000));
    const from = (address: string, token: string, request: Input<Calls['message.sync']['request']>) =>
      outcomeCode(call(gateway.url, 'message.sync', request, { token, headers: { 'x-forwarded-for': address } }));
    const cursors = Array.from({ length: 2_000 }, (_, n) => ({ conversationId: `${n}`.padStart(40, 'x'), seq: 1 }));
    const alice = (request: object) => from('203.0.115.1', one.tokens.token, request);
    await enoughOfThisMinute();
    // Itself, and 5 for 90 kB of cursors.
    expect(await alice({ cursors })).toBe('SUCCESS');
    expect(await alice({ cursors })).toBe('TOO_MANY');
    // Itself, and 12 for an answer of 800 kB.
    const bob = () => from('203.0.115.2', two.tokens.token, {});
    expect([await bob(), await bob()]).toEqual(['SUCCESS', 'TOO_MANY']);
    expect(await from('127.0.0.1', two.tokens.token, {})).toBe('SUCCESS');
  });

  test.each(['https://evil.example', 'http://localhost:1', 'null', 'file://'])(
    'T22 a page of %s can do nothing',
    async (origin) => {
      const { api, tokens, identifier } = await signIn(gateway, { name: 'Before' });
      const body = Buffer.from(encode('UpdateUserInfoRequest', { lastName: 'After' }));
      const headers = { 'content-type': 'application/x-protobuf', token: tokens.token, origin };
      expect((await post('/user/updateUserInfo', body, headers)).code).toBe('NO_AUTH');
      expect((await api.user.getUserInfoByIdentifier({ identifier })).userInfo!.lastName).toBe('Before');
      expect((await post('/user/updateUserInfo', body, { ...headers, origin: gateway.url })).code).toBe('SUCCESS');
    },
  );

  test('configuration, life and readiness can be asked for', async () => {
    const json = async (path: string) => (await fetch(`${gateway.url}/gateway/${path}`)).json();
    expect(await json('config')).toEqual({ loginUrl: 'https://login.example' });
    expect(await json('live')).toEqual({ live: true });
    expect(await json('ready')).toEqual({ ready: true });
  });

  test('connections stay open between calls', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number>();
    for (let calls = 0; calls < 3; calls += 1) {
      await new Promise<void>((resolve, reject) => {
        httpRequest(`${gateway.url}/gateway/live`, { agent }, (answer) => answer.resume().on('end', resolve))
          .on('socket', (socket) => socket.on('connect', () => ports.add(socket.localPort!)))
          .on('error', reject)
          .end();
      });
    }
    expect(ports.size).toBe(1);
    agent.destroy();
  });

  test('T4 the log holds neither phone, token, code nor text, even where calls fail', async () => {
    const lines: string[] = [];
    const log = createLog('trace', {
      write: (line: string) => {
        lines.push(line);
      },
    });
    const bus = createLocalBus();
    let isGone = false;
    const logged = await startTestGateway({
      log,
      bus: {
        ...bus,
        publish(subject, hint) {
          if (isGone) throw new Error('bus is gone');
          bus.publish(subject, hint);
        },
      },
    });
    isGone = true;
    const alice = await signIn(logged).catch(() => null);
    expect(alice).not.toBeNull();
    const bob = await signIn(logged);
    const chat = await chatOf(alice!, bob).catch(() => 'none');
    await outcomeCode(sendText(alice!, chat, 'a very private sentence'));
    // PostgreSQL puts the whole row into this error's details.
    await query(logged, 'alter table person add constraint nobody_new check (phone is null) not valid');
    const refused = newPhone();
    expect(await outcomeCode(signIn(logged, { phone: refused }))).toBe('UNKNOWN');
    await logged.close();
    const all = lines.join('');
    for (const secret of [
      alice!.phone,
      refused,
      logged.lastCode(alice!.phone),
      alice!.tokens.token,
      alice!.tokens.refreshToken,
      'very private',
    ]) {
      expect(all).not.toContain(secret);
    }
    expect(all).toContain('bus is gone');
    expect(all).toContain('nobody_new');
  });
});
