import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, newPhone, outcomeCode, signIn } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let smsFails = false;
const minute = 60_000;
/** The correct code, and a wrong one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const getSms = (phone: string, deviceId = 'device') => call(gateway.url, 'login.getSms', { phone, deviceId });
const login = (phone: string, code: string, deviceId = 'device', appId = 1) =>
  call(gateway.url, 'login.login', { phone, code, appId, deviceId });

beforeAll(async () => {
  const codes = new Map<string, string>();
  const sms = {
    name: 'test',
    async send(phone: string, code: string) {
      if (smsFails) throw new Error('no network');
      codes.set(phone, code);
    },
  };
  gateway = await startTestGateway({ clock: () => now, sms });
  gateway.codes = codes;
  gateway.lastCode = (phone) => codes.get(phone)!;
});
afterAll(() => gateway.close());

describe('signing in by phone', () => {
  test('R3 the right code gives a token, and the same person every time', async () => {
    const phone = newPhone();
    const first = await signIn(gateway, { phone });
    now += minute;
    const second = await signIn(gateway, { phone, deviceId: 'another' });
    expect(second.identifier).toBe(first.identifier);
    expect(first.identifier).toMatch(/^[a-z2-7]{12,}$/);
  });

  test('R3 no code, a wrong one, another device or another app gives no token', async () => {
    const phone = newPhone();
    expect(await outcomeCode(login(phone, '000000'))).toBe('100004');
    await getSms(phone);
    const code = gateway.lastCode(phone);
    expect(code).toMatch(/^\d{6}$/);
    expect(await outcomeCode(login(phone, ''))).toBe('100004');
    expect(await outcomeCode(login(phone, wrong(code)))).toBe('100004');
    expect(await outcomeCode(login(phone, code, 'elsewhere'))).toBe('100004');
    expect(await outcomeCode(login(phone, code, 'device', 2))).toBe('BAD_REQUEST');
    expect(await outcomeCode(login(phone, code))).toBe('SUCCESS');
  });

  test('a code works once, even when it comes twice at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const phone = newPhone();
      await getSms(phone);
      const code = gateway.lastCode(phone);
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeCode(login(phone, code))));
      expect(outcomes.filter((one) => one === 'SUCCESS')).toHaveLength(1);
    }
  });

  test('a code dies after five minutes', async () => {
    const phone = newPhone();
    await getSms(phone);
    now += 5 * minute;
    expect(await outcomeCode(login(phone, gateway.lastCode(phone)))).toBe('100004');
  });

  test('T1 a race of wrong guesses buys no sixth try', async () => {
    const guesses = Number(process.env.AMBER_GUESSES ?? 300);
    const phone = newPhone();
    await getSms(phone);
    const code = gateway.lastCode(phone);
    for (let done = 0; done < guesses; done += 100) {
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcomeCode(login(phone, wrong(code)))));
      expect(new Set(outcomes)).toEqual(new Set(['100004']));
    }
    expect(await outcomeCode(login(phone, code))).toBe('100004');
    const { rows } = await query(gateway, 'select tries from sms_code where phone = $1', [phone]);
    expect(rows).toEqual([{ tries: 0 }]);
  });

  test('T1 four wrong guesses leave one try', async () => {
    const phone = newPhone();
    await getSms(phone);
    const code = gateway.lastCode(phone);
    for (let tries = 0; tries < 4; tries += 1) await outcomeCode(login(phone, wrong(code)));
    expect(await outcomeCode(login(phone, code))).toBe('SUCCESS');
  });

  test('T2 a phone is sent one code a minute and ten a day, also when asked at once and from this machine', async () => {
    const phone = newPhone();
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => outcomeCode(getSms(phone))));
    expect(atOnce.toSorted()).toEqual([...Array.from({ length: 9 }, () => '100002'), 'SUCCESS']);
    for (let sent = 1; sent < 10; sent += 1) {
      now += minute;
      expect(await outcomeCode(getSms(phone))).toBe('SUCCESS');
    }
    now += minute;
    expect(await outcomeCode(getSms(phone))).toBe('100002');
    now += 24 * 60 * minute;
    expect(await outcomeCode(getSms(phone))).toBe('SUCCESS');
  });

  test.each(['', 'abc', '12345', '+', '+1234567890123456', '12345678x'])(
    'R161 100001 for the phone number %j',
    async (phone) => {
      expect(await outcomeCode(getSms(phone))).toBe('100001');
    },
  );

  test('a phone number has one spelling', async () => {
    const phone = newPhone();
    await getSms(`${phone.slice(0, 3)} ${phone.slice(3, 6)}-${phone.slice(6)}`);
    expect(await outcomeCode(login(phone, gateway.lastCode(phone)))).toBe('SUCCESS');
  });

  test('R161 100003 when the code could not be sent', async () => {
    smsFails = true;
    expect(await outcomeCode(getSms(newPhone()))).toBe('100003');
    smsFails = false;
  });
});
