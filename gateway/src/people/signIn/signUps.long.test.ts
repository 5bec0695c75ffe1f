import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, call, newPhone, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { Fault } from '@amber/proto/faults';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { signInRequest, testWallet } from '../../testing/wallet.ts';
import { createSmsProvider } from './smsProviders.ts';

let gateway: TestGateway;
let operator: Person;
const operators = new Set<string>();
const limits = { codeResendAfter: 0, codesPerDay: 1_000, messagesPerInvitation: 1_000 };

beforeAll(async () => {
  const open = await startTestGateway({ operators, limits });
  operator = await signIn(open);
  operators.add(operator.identifier);
  const { databaseUrl } = open;
  gateway = await startTestGateway({ operators, limits, databaseUrl, signUp: 'invited' });
  operator = { ...operator, api: apiOf(gateway.url, operator.tokens.token) };
});
afterAll(() => gateway.close());

const newCode = async () => (await operator.api.operator.createCode({ note: 'for a friend' })).code;
const api = () => apiOf(gateway.url);
const getSms = (phone: string, inviteId = '') => api().login.getSms({ phone, deviceId: 'd', inviteId });
/** Without an operator's code the message follows the answer. */
async function ask(phone: string, inviteId = ''): Promise<string> {
  gateway.codes.delete(phone);
  await getSms(phone, inviteId);
  await expect.poll(() => gateway.codes.has(phone)).toBe(true);
  return gateway.lastCode(phone);
}
async function newMember(): Promise<string> {
  const [phone, code] = [newPhone(), await newCode()];
  await login(phone, await ask(phone, code), code);
  return phone;
}
const login = (phone: string, code: string, inviteId = '') =>
  outcomeCode(api().login.login({ phone, code, appId: 1, deviceId: 'd', inviteId }));

describe('who may sign up', () => {
  test('R224 by invitation: a newcomer needs a code, the same message serves once it is there, and who is here needs none', async () => {
    const phone = newPhone();
    const code = await newCode();
    const sms = await ask(phone, code);
    expect(await login(phone, sms)).toBe('SIGNUP_CODE');
    expect(await login(phone, sms, 'no such code')).toBe('300001');
    expect(await login(phone, sms, ` ${code.toUpperCase()} `)).toBe('SUCCESS');
    expect(await login(phone, await ask(phone))).toBe('SUCCESS');
    const [other, second] = [newPhone(), await newCode()];
    expect(await login(other, await ask(other, second), code)).toBe('300001');
  });

  test('R224 no message is paid for a phone without an account and without an unused code', async () => {
    const [member, stranger, used] = [await newMember(), newPhone(), await newCode()];
    const invited = newPhone();
    await login(invited, await ask(invited, used), used);
    expect(await outcomeCode(getSms(stranger, 'no such code'))).toBe('300001');
    expect(await outcomeCode(getSms(stranger, used))).toBe('300001');
    await getSms(stranger);
    await ask(member);
    expect(gateway.codes.has(stranger)).toBe(false);
  });

  test('R224 no answer tells whether a phone has an account: not its content, not a failure of the provider', async () => {
    const [member, stranger] = [await newMember(), newPhone()];
    const failing = await startTestGateway({
      databaseUrl: gateway.databaseUrl,
      limits,
      signUp: 'invited',
      sms: { name: 'test', send: () => Promise.reject(new Error('down')) },
    });
    const at = async (url: string, phone: string, inviteId = '') =>
      apiOf(url)
        .login.getSms({ phone, deviceId: 'd', inviteId })
        .catch((thrown: unknown) => Fault.of(thrown).code);
    const code = await newCode();
    for (const [url, inviteId] of [
      [gateway.url, ''],
      [gateway.url, 'no such code'],
      [gateway.url, code],
      [failing.url, ''],
      [failing.url, code],
    ] as const)
      expect(await at(url, member, inviteId), inviteId).toEqual(await at(url, stranger, inviteId));
    expect(await at(failing.url, stranger, code)).toBe('100003');
    await failing.close();
  });

  test('R224 a code cannot be guessed: a network has few tries, and then no code counts', async () => {
    const guard = await startTestGateway({
      databaseUrl: gateway.databaseUrl,
      limits: { ...limits, guessesPerNetwork: 2, messagesPerInvitation: 2 },
      signUp: 'invited',
    });
    const code = await newCode();
    const from = (address: string, inviteId: string) =>
      outcomeCode(
        call(
          guard.url,
          'login.getSms',
          { phone: newPhone(), deviceId: 'd', inviteId },
          { headers: { 'x-forwarded-for': address } },
        ),
      );
    const guesses = ['one', 'two', code];
    for (const guess of guesses) expect(await from('203.0.113.7', guess), guess).toBe('300001');
    // Another network is not affected, and one code pays for a few messages in all.
    for (const outcome of ['SUCCESS', 'SUCCESS', '300001']) expect(await from('198.51.100.7', code)).toBe(outcome);
    await guard.close();
  });

  test('who cannot prove the phone learns nothing of whether it has an account', async () => {
    for (const phone of [await newMember(), newPhone()]) {
      await getSms(phone);
      expect(await login(phone, 'wrong')).toBe('100004');
    }
  });

  test('a code is used once, by many at once too', async () => {
    const code = await newCode();
    const phones = Array.from({ length: 6 }, newPhone);
    const sent = new Map<string, string>();
    for (const phone of phones) sent.set(phone, await ask(phone, code));
    const outcomes = await Promise.all(phones.map(async (phone) => login(phone, sent.get(phone)!, code)));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => '300001'), 'SUCCESS'].toSorted());
  });

  test('a wallet that is refused signs nothing again', async () => {
    const request = await signInRequest(gateway, testWallet());
    expect(await outcomeCode(api().login.loginByWallet(request))).toBe('SIGNUP_CODE');
    expect(await outcomeCode(api().login.loginByWallet({ ...request, inviteId: await newCode() }))).toBe('SUCCESS');
    expect(await outcomeCode(api().login.loginByWallet({ ...request, inviteId: await newCode() }))).toBe('200003');
  });

  test('the code names no inviter, and the call after it takes it', async () => {
    const phone = newPhone();
    const code = await newCode();
    const { token } = await api().login.login({
      phone,
      code: await ask(phone, code),
      appId: 1,
      deviceId: 'd',
      inviteId: code,
    });
    const init = { token, uuid: 'd', inviteId: code, baseInfo: true, deviceName: 'd', system: 'web' };
    expect(await outcomeCode(apiOf(gateway.url, token).user.init(init))).toBe('SUCCESS');
  });

  test('codes are listed; one that is not used can be revoked', async () => {
    const code = await newCode();
    const { mode, codes } = await operator.api.operator.signIn({});
    expect([mode, codes[0]]).toEqual(['invited', { code, note: 'for a friend', created: expect.any(Number), used: 0 }]);
    expect(codes.some(({ used }) => used > 0)).toBe(true);
    await operator.api.operator.revokeCode({ code });
    expect(await outcomeCode(operator.api.operator.revokeCode({ code }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(getSms(newPhone(), code))).toBe('300001');
    expect(await outcomeCode(operator.api.operator.createCode({ note: ' ' }))).toBe('BAD_NAME');
  });

  test('closed: nobody more, and who is here comes in; without a provider a wallet alone', async () => {
    const phone = await newMember();
    const { databaseUrl, lastCode } = gateway;
    const closed = await startTestGateway({ databaseUrl, limits, signUp: 'closed' });
    const at = apiOf(closed.url).login;
    const enter = async (who: string) => {
      await at.getSms({ phone: who, deviceId: 'd' });
      return outcomeCode(at.login({ phone: who, code: closed.lastCode(who), appId: 1, deviceId: 'd' }));
    };
    expect([await enter(phone), await enter(newPhone())]).toEqual(['SUCCESS', 'SIGNUP_CLOSED']);
    expect(lastCode(phone)).toBeDefined();
    await closed.close();
    const none = { production: true, webhook: { url: undefined, secret: undefined } };
    const aliyun = { keyId: undefined, keySecret: undefined, sign: undefined, template: undefined };
    const sms = createSmsProvider('none', { ...none, aliyun });
    const bare = await startTestGateway({ databaseUrl, limits, sms });
    expect(await outcomeCode(apiOf(bare.url).login.getSms({ phone, deviceId: 'd' }))).toBe('NO_SMS');
    expect(await outcomeCode(apiOf(bare.url).login.loginByWallet(await signInRequest(bare, testWallet())))).toBe(
      'SUCCESS',
    );
    await bare.close();
  });
});
