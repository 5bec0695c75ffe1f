import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, newPhone, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { signInRequest, testWallet } from '../../testing/wallet.ts';
import { createSmsProvider } from './smsProviders.ts';

let gateway: TestGateway;
let operator: Person;
const operators = new Set<string>();
const limits = { codeResendAfter: 0, codesPerDay: 1_000 };

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
async function ask(phone: string): Promise<string> {
  await api().login.getSms({ phone, deviceId: 'd' });
  return gateway.lastCode(phone);
}
const login = (phone: string, code: string, inviteId = '') =>
  outcomeCode(api().login.login({ phone, code, appId: 1, deviceId: 'd', inviteId }));

describe('who may sign up', () => {
  test('R224 by invitation: a newcomer needs a code, the same message serves once it is there, and who is here needs none', async () => {
    const phone = newPhone();
    const sms = await ask(phone);
    expect(await login(phone, sms)).toBe('SIGNUP_CODE');
    expect(await login(phone, sms, 'no such code')).toBe('300001');
    const code = await newCode();
    expect(await login(phone, sms, ` ${code.toUpperCase()} `)).toBe('SUCCESS');
    expect(await login(phone, await ask(phone))).toBe('SUCCESS');
    const other = newPhone();
    expect(await login(other, await ask(other), code)).toBe('300001');
  });

  test('who cannot prove the phone learns nothing of whether it has an account', async () => {
    const [here, stranger] = [newPhone(), newPhone()];
    await login(here, await ask(here), await newCode());
    for (const phone of [here, stranger]) {
      await ask(phone);
      expect(await login(phone, 'wrong')).toBe('100004');
    }
  });

  test('a code is used once, by many at once too', async () => {
    const code = await newCode();
    const phones = Array.from({ length: 6 }, newPhone);
    const outcomes = await Promise.all(phones.map(async (phone) => login(phone, await ask(phone), code)));
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
      code: await ask(phone),
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
    const phone = newPhone();
    expect(await login(phone, await ask(phone), code)).toBe('300001');
    expect(await outcomeCode(operator.api.operator.createCode({ note: ' ' }))).toBe('BAD_NAME');
  });

  test('closed: nobody more, and who is here comes in; without a provider a wallet alone', async () => {
    const phone = newPhone();
    await login(phone, await ask(phone), await newCode());
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
