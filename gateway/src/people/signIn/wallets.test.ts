import { type WalletMessage, walletStatements, writeWalletMessage } from '@amber/proto/walletMessage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, call, connectAs, outcomeCode, signIn } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { signInMessage, signInRequest, testWallet } from '../../testing/wallet.ts';

let gateway: TestGateway;
let now = Date.now();
const minute = 60_000;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, limits: { walletNoncesPerNetwork: 3 } });
});
afterAll(() => gateway.close());

type Signed = Awaited<ReturnType<typeof signInRequest>>;
const login = (request: Signed, headers: Record<string, string> = {}) =>
  call(gateway.url, 'login.loginByWallet', request, { headers });
const identifierOf = async (token: string) =>
  (await apiOf(gateway.url, token).user.init({ uuid: 'd', system: 'web' })).userInfo!.identifier;

describe('signing in by wallet', () => {
  test('R4 the signature gives a token, and the same person every time, however the address is spelled', async () => {
    const wallet = testWallet();
    const first = await identifierOf((await login(await signInRequest(gateway, wallet))).token);
    const small = { ...(await signInRequest(gateway, wallet)), wallet: wallet.address.toLowerCase() };
    expect(await identifierOf((await login(small)).token)).toBe(first);
    expect(await identifierOf((await login(await signInRequest(gateway, testWallet()))).token)).not.toBe(first);
  });

  test('R4 somebody who comes by wallet finds what every newcomer finds', async () => {
    const { token } = await login(await signInRequest(gateway, testWallet()));
    await identifierOf(token);
    expect(
      (await apiOf(gateway.url, token).aiBot.queryAiBotList({ updateTime: 0 })).list.map(({ type }) => type),
    ).toEqual(['assistant']);
  });

  test('R4 the gateway says what is to be signed: the address with its check digits, its time, five minutes', async () => {
    const wallet = testWallet();
    const given = await call(gateway.url, 'login.walletNonce', { wallet: wallet.address.toLowerCase(), deviceId: 'd' });
    expect(given).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      address: wallet.address,
      chainId: 1,
      issuedAt: now,
      expiresAt: now + 5 * minute,
    });
  });

  test.each(['', '0x', 'wallet', `0x${'1'.repeat(39)}`, `0x${'g'.repeat(40)}`])(
    'the address %j is none',
    async (wallet) => {
      expect(await outcomeCode(call(gateway.url, 'login.walletNonce', { wallet, deviceId: 'd' }))).toBe('BAD_REQUEST');
    },
  );

  test('T3 one signature sent fifty times at once is exactly one sign-in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const signed = await signInRequest(gateway, testWallet());
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcomeCode(login(signed))));
      expect(outcomes.toSorted()).toEqual([...Array.from({ length: 49 }, () => '200003'), 'SUCCESS']);
    }
  });

  test('T3 R161 after five minutes it is too late', async () => {
    const signed = await signInRequest(gateway, testWallet());
    now += 5 * minute;
    expect(await outcomeCode(login(signed))).toBe('200002');
    expect(await outcomeCode(login(signed))).toBe('200003');
  });

  // Signed again by the right wallet: only the text is wrong.
  test.each<[string, Partial<WalletMessage>, string?]>([
    ['another domain', { domain: 'evil.example' }],
    ['another port', { domain: '127.0.0.1:1' }],
    ['a page elsewhere', { uri: 'https://evil.example/chat/' }],
    ['no page', { uri: 'javascript:alert(1)' }],
    ['another chain', { chainId: 137 }],
    ['another nonce', { nonce: '0123456789abcdef0123456789abcdef' }],
    ['another address', { address: testWallet().address }],
    ['another statement', { statement: 'Sign in to somewhere.' }],
    ['the statement of a binding', { statement: walletStatements.bind('abcdefghijklmnop') }],
    ['issued before the nonce was', { issuedAt: Date.now() - 60 * minute }],
    ['issued in the future', { issuedAt: Date.now() + 600 * minute }],
    ["an end beyond the nonce's", { expiresAt: Date.now() + 600 * minute }],
    ['an end that has passed', { expiresAt: Date.now() - minute }, '200002'],
  ])('T3 a message with %s signs nobody in', async (_, change, code = '200003') => {
    const wallet = testWallet();
    expect(await outcomeCode(login(await signInRequest(gateway, wallet, { change })))).toBe(code);
  });

  test('T3 a spelling of the address without its check digits is none', async () => {
    const wallet = testWallet();
    expect(
      await outcomeCode(
        login(await signInRequest(gateway, wallet, { change: { address: wallet.address.toLowerCase() } })),
      ),
    ).toBe('200003');
  });

  // Not signed again: each changes only the request.
  test.each<[string, (signed: Signed) => Partial<Signed>]>([
    ['a letter of the message', ({ message }) => ({ message: message.replace('costs nothing', 'costs Nothing') })],
    ['the wallet', () => ({ wallet: testWallet().address })],
    ['the device', () => ({ deviceId: 'elsewhere' })],
    [
      'the signature',
      ({ signature }) => ({
        signature: `${signature.slice(0, 10)}${signature[10] === '1' ? '2' : '1'}${signature.slice(11)}`,
      }),
    ],
    ['the signature by none', () => ({ signature: '' })],
    ["the signature by another wallet's", ({ message }) => ({ signature: testWallet().sign(message) })],
    ['the message by none', () => ({ message: '' })],
  ])('T3 %s changed alone signs nobody in', async (_, change) => {
    const signed = await signInRequest(gateway, testWallet());
    expect(await outcomeCode(login({ ...signed, ...change(signed) }))).toBe('200003');
  });

  test('T3 a nonce is used up by a wrong try too', async () => {
    const signed = await signInRequest(gateway, testWallet());
    expect(await outcomeCode(login({ ...signed, signature: testWallet().sign(signed.message) }))).toBe('200003');
    expect(await outcomeCode(login(signed))).toBe('200003');
  });

  test("T3 a gateway that is asked under a stranger's name takes no signature for that name", async () => {
    const wallet = testWallet();
    const message = await signInMessage(gateway, wallet, {
      change: { domain: 'evil.example', uri: 'http://evil.example/' },
    });
    const { hostname, port } = new URL(gateway.url);
    const { request } = await import('node:http');
    const { decode, encode } = await import('@amber/proto/codec');
    const body = encode('LoginByWalletRequest', {
      wallet: wallet.address,
      appId: 1,
      message,
      signature: wallet.sign(message),
      deviceId: 'd',
    });
    const code = await new Promise((resolve, reject) => {
      request(
        {
          hostname,
          port,
          path: '/gateway/loginByWallet',
          method: 'POST',
          headers: { host: 'evil.example', 'content-type': 'application/x-protobuf' },
        },
        async (answer) => {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part as Buffer);
          resolve(decode('Envelope', Buffer.concat(parts)).code);
        },
      )
        .on('error', reject)
        .end(body);
    });
    expect(code).toBe('200003');
  });

  test('R4 another app is refused', async () => {
    expect(await outcomeCode(login({ ...(await signInRequest(gateway, testWallet())), appId: 2 }))).toBe('BAD_REQUEST');
  });

  test('T2 a network is given so many nonces an hour', async () => {
    const ask = () =>
      outcomeCode(
        call(
          gateway.url,
          'login.walletNonce',
          { wallet: testWallet().address, deviceId: 'd' },
          { headers: { 'x-forwarded-for': '203.0.113.7' } },
        ),
      );
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY']);
  });
});

describe('R17 binding a wallet', () => {
  const bind = async (
    person: Awaited<ReturnType<typeof signIn>>,
    wallet = testWallet(),
    options: Parameters<typeof signInRequest>[2] = {},
  ) =>
    person.api.user.bindWallet(
      await signInRequest(gateway, wallet, {
        deviceId: person.deviceId,
        statement: walletStatements.bind(person.identifier),
        ...options,
      }),
    );

  test('R17 from then on the wallet signs in to the account', async () => {
    const [person, wallet] = [await signIn(gateway), testWallet()];
    expect(await person.api.user.wallet({})).toEqual({ wallet: '' });
    expect(await bind(person, wallet)).toEqual({ wallet: wallet.address });
    expect(await person.api.user.wallet({})).toEqual({ wallet: wallet.address });
    expect(await identifierOf((await login(await signInRequest(gateway, wallet))).token)).toBe(person.identifier);
  });

  test('R5 R17 a browser that knows the person by phone stays one device: nobody hears of another', async () => {
    const [person, wallet] = [await signIn(gateway, { deviceId: 'by-phone' }), testWallet()];
    await bind(person, wallet);
    await person.api.user.logOut({});
    const { token, identifier } = await login(await signInRequest(gateway, wallet, { deviceId: 'by-wallet' }));
    expect(identifier).toBe(person.identifier);
    const api = apiOf(gateway.url, token);
    expect(await api.user.init({ uuid: 'by-phone', system: 'web' })).toMatchObject({
      deviceId: 'by-phone',
      newDevice: false,
    });
    expect((await api.user.devices({})).list.map(({ deviceId }) => deviceId)).toEqual(['by-phone']);
    expect(await outcomeCode(api.user.init({ uuid: 'by-wallet' }))).toBe('BAD_REQUEST');
    const socket = await connectAs({ ...person, tokens: { ...person.tokens, token } });
    socket.close();
  });

  test("R17 a wallet that is somebody else's stays theirs", async () => {
    const [person, other, wallet] = [await signIn(gateway), await signIn(gateway), testWallet()];
    await bind(other, wallet);
    expect(await outcomeCode(bind(person, wallet))).toBe('WALLET_TAKEN');
    expect(await outcomeCode(bind(other, wallet))).toBe('SUCCESS');
    expect(await person.api.user.wallet({})).toEqual({ wallet: '' });
  });

  test('T3 a signature to sign in, for another account or for another device binds nothing', async () => {
    const [person, other] = [await signIn(gateway), await signIn(gateway)];
    expect(await outcomeCode(bind(person, testWallet(), { statement: walletStatements.signIn }))).toBe('200003');
    expect(await outcomeCode(bind(person, testWallet(), { statement: walletStatements.bind(other.identifier) }))).toBe(
      '200003',
    );
    expect(await outcomeCode(bind(person, testWallet(), { deviceId: 'elsewhere' }))).toBe('200003');
    expect(await person.api.user.wallet({})).toEqual({ wallet: '' });
  });
});

test('R4 T3 behind a proxy the message names PUBLIC_URL, and nothing else', async () => {
  const behind = await startTestGateway({ publicUrl: 'https://chat.example', clock: () => now });
  const wallet = testWallet();
  const sign = async (change: Partial<WalletMessage>) =>
    outcomeCode(call(behind.url, 'login.loginByWallet', await signInRequest(behind, wallet, { change })));
  expect(await sign({ domain: 'chat.example', uri: 'https://chat.example/chat/' })).toBe('SUCCESS');
  expect(await sign({ domain: 'chat.example' })).toBe('200003');
  expect(await sign({})).toBe('200003');
  const given = await call(behind.url, 'login.walletNonce', { wallet: wallet.address, deviceId: 'd' });
  expect(
    writeWalletMessage({
      ...given,
      domain: 'chat.example',
      statement: walletStatements.signIn,
      uri: 'https://chat.example/chat/',
    }),
  ).toContain(given.nonce);
  await behind.close();
});

test('R161 200001 when no session can be begun', async () => {
  const other = await startTestGateway();
  await query(other, 'alter table family add constraint none_new check (false) not valid');
  expect(await outcomeCode(call(other.url, 'login.loginByWallet', await signInRequest(other, testWallet())))).toBe(
    '200001',
  );
  await other.close();
});
