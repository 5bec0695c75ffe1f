import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, test } from 'vitest';
import { apiOf, call, outcomeCode, signIn } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const minute = 60_000;
let now = Date.now();
let gateway: TestGateway;

afterEach(() => gateway.close());

const start = async (options: Parameters<typeof startTestGateway>[0] = {}) => {
  gateway = await startTestGateway({ clock: () => now, smsCountry: 'DE', ...options });
};
/** The same database, started again with other options. */
const restart = async (options: Parameters<typeof startTestGateway>[0] = {}) => {
  const { databaseUrl } = gateway;
  const before = gateway;
  gateway = await startTestGateway({ clock: () => now, smsCountry: 'DE', databaseUrl, ...options });
  await before.close();
};

/** Signs in with a number as it is typed, and returns the account; `sentTo`: where its code went. */
async function accountOf(typed: string): Promise<{ identifier: string; sentTo: string }> {
  now += minute;
  const deviceId = 'd';
  gateway.codes.clear();
  await call(gateway.url, 'login.getSms', { phone: typed, deviceId });
  const [sent] = [...gateway.codes];
  const [sentTo, code] = sent!;
  const { identifier } = await call(gateway.url, 'login.login', { phone: typed, code, appId: 1, deviceId });
  return { identifier, sentTo };
}

/** A database of the build before E.164: accounts whose numbers were stored as they were typed, oldest first. */
async function oldDatabase(...phones: string[]): Promise<string[]> {
  const accounts = phones.map((_, index) => `old${index}`);
  for (const [index, identifier] of accounts.entries()) {
    await query(
      gateway,
      "insert into person (identifier, phone, avatar, last_name, created_at) values ($1, $2, '/chat/avatars/fox.svg', 'Old', $3)",
      [identifier, phones[index], index],
    );
    await query(gateway, 'insert into phone_review (identifier) values ($1)', [identifier]);
  }
  return accounts;
}
const phoneOf = async (identifier: string): Promise<string | null> =>
  (await query<{ phone: string | null }>(gateway, 'select phone from person where identifier = $1', [identifier]))
    .rows[0]!.phone;

describe('R259 one number is one account', () => {
  const forms = ['+49 151 12345678', '0151 12345678', '004915112345678', '4915112345678', '+49 (0151) 1234-5678'];

  test('R259 however it is typed, and its code goes to the same number', async () => {
    await start();
    const accounts = [];
    for (const typed of forms) accounts.push(await accountOf(typed));
    expect(new Set(accounts.map(({ identifier }) => identifier)).size).toBe(1);
    expect(new Set(accounts.map(({ sentTo }) => sentTo))).toEqual(new Set(['+4915112345678']));
    expect(await phoneOf(accounts[0]!.identifier)).toBe('+4915112345678');
  });

  test('R259 has one budget of codes', async () => {
    await start();
    const ask = (phone: string) => outcomeCode(call(gateway.url, 'login.getSms', { phone, deviceId: 'd' }));
    expect(await ask(forms[0]!)).toBe('SUCCESS');
    for (const typed of forms) expect(await ask(typed)).toBe('100002');
    for (let sent = 1; sent < limits.codesPerDay; sent += 1) {
      now += minute;
      expect(await ask(forms[sent % forms.length]!)).toBe('SUCCESS');
    }
    now += minute;
    for (const typed of forms) expect(await ask(typed)).toBe('100002');
  });

  test('R259 is found by a search in each form', async () => {
    await start();
    const [anna, ben] = [
      await signIn(gateway, { phone: forms[0]!.replaceAll(' ', ''), name: 'Anna' }),
      await signIn(gateway),
    ];
    for (const keyword of forms)
      expect((await ben.api.contact.search({ keyword })).list.map(({ identifier }) => identifier)).toEqual([
        anna.identifier,
      ]);
  });

  test('R259 allowed prefixes are compared with the number, not with what was typed', async () => {
    await start({ smsPrefixes: ['+49'] });
    expect((await accountOf('0151 12345678')).sentTo).toBe('+4915112345678');
    expect(await outcomeCode(call(gateway.url, 'login.getSms', { phone: '0043 664 1234567', deviceId: 'd' }))).toBe(
      '100001',
    );
  });

  test('R259 without a default country a number needs its country code', async () => {
    await start({ smsCountry: undefined });
    expect(await outcomeCode(call(gateway.url, 'login.getSms', { phone: '0151 12345678', deviceId: 'd' }))).toBe(
      '100001',
    );
    expect((await accountOf('0049 151 12345678')).sentTo).toBe('+4915112345678');
  });
});

describe('R259 a database that is older than E.164', () => {
  test('R259 is rewritten at start where the reading is certain, and people sign in to the same account', async () => {
    await start();
    const accounts = await oldDatabase('015112345678', '+49 15112345679'.replace(' ', ''), '004915112345680');
    await restart();
    expect(await Promise.all(accounts.map(phoneOf))).toEqual(['+4915112345678', '+4915112345679', '+4915112345680']);
    expect((await accountOf('0151 12345678')).identifier).toBe(accounts[0]);
    expect((await accountOf('+4915112345678')).identifier).toBe(accounts[0]);
    expect((await query(gateway, 'select from phone_review')).rows).toEqual([]);
  });

  test('R259 two accounts of one number are never merged: both are signed in to as before, and operators see them', async () => {
    await start();
    const [national, full, bare] = await oldDatabase('015112345678', '+4915112345678', '4915112345678');
    const operator = await signIn(gateway);
    await restart({ operators: new Set([operator.identifier]) });
    expect(await Promise.all([national!, full!, bare!].map(phoneOf))).toEqual([
      '015112345678',
      '+4915112345678',
      '4915112345678',
    ]);
    expect(await accountOf('0151 12345678')).toEqual({ identifier: national, sentTo: '015112345678' });
    expect(await accountOf('+49 151 12345678')).toEqual({ identifier: full, sentTo: '+4915112345678' });
    expect(await accountOf('4915112345678')).toEqual({ identifier: bare, sentTo: '4915112345678' });
    // A form that no account was stored under leads to the account that has the number.
    expect((await accountOf('0049 151 12345678')).identifier).toBe(full);
    const state = await apiOf(gateway.url, operator.tokens.token).operator.signIn({});
    expect(state.sameNumber).toEqual(
      [
        { identifier: bare, sameAs: full },
        { identifier: national, sameAs: full },
      ].toSorted((a, b) => (a.identifier! < b.identifier! ? -1 : 1)),
    );
    expect(JSON.stringify(state)).not.toMatch(/15112345678/);
  });

  test('R259 the oldest of two accounts gets the number where none has it yet', async () => {
    await start();
    const [first, second] = await oldDatabase('015112345678', '004915112345678');
    await restart();
    expect([await phoneOf(first!), await phoneOf(second!)]).toEqual(['+4915112345678', '004915112345678']);
    expect((await accountOf('0151 12345678')).identifier).toBe(first);
    expect((await accountOf('0049 151 12345678')).identifier).toBe(second);
  });

  test('R259 the codes of both accounts of one number are one budget', async () => {
    await start();
    await oldDatabase('015112345678', '+4915112345678');
    await restart();
    const ask = (phone: string) => outcomeCode(call(gateway.url, 'login.getSms', { phone, deviceId: 'd' }));
    expect(await ask('+4915112345678')).toBe('SUCCESS');
    expect(await ask('015112345678')).toBe('100002');
  });

  test('R259 a code for one of them does not open the other', async () => {
    await start();
    await oldDatabase('015112345678', '+4915112345678');
    await restart();
    await call(gateway.url, 'login.getSms', { phone: '015112345678', deviceId: 'd' });
    const code = gateway.lastCode('015112345678');
    const login = (phone: string) =>
      outcomeCode(call(gateway.url, 'login.login', { phone, code, appId: 1, deviceId: 'd' }));
    expect([await login('+4915112345678'), await login('015112345678')]).toEqual(['100004', 'SUCCESS']);
  });

  test('R259 once one of them is deleted the other gets the number, at the next sweep', async () => {
    await start();
    const [national, full] = await oldDatabase('015112345678', '+4915112345678');
    await restart();
    await query(gateway, 'update person set phone = null, deleted_at = $2 where identifier = $1', [full, now]);
    await gateway.sweep();
    expect(await phoneOf(national!)).toBe('+4915112345678');
    expect((await accountOf('0151 12345678')).identifier).toBe(national);
  });

  test('R259 numbers without a country code wait for SMS_COUNTRY, and are signed in with as before', async () => {
    await start({ smsCountry: undefined });
    const [account] = await oldDatabase('015112345678');
    await restart({ smsCountry: undefined });
    expect(await accountOf('0151 12345678')).toEqual({ identifier: account, sentTo: '015112345678' });
    await restart({ smsCountry: 'DE' });
    expect(await phoneOf(account!)).toBe('+4915112345678');
    expect(await accountOf('0151 12345678')).toEqual({ identifier: account, sentTo: '+4915112345678' });
  });

  test('R259 a start that is interrupted is completed by the next one', async () => {
    await start();
    const accounts = await oldDatabase('015112345678', '015112345679');
    await query(
      gateway,
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
       create trigger fail before update of phone on person for each row when (old.identifier = 'old1') execute function fail()`,
    );
    await expect(startTestGateway({ smsCountry: 'DE', databaseUrl: gateway.databaseUrl })).rejects.toThrow();
    expect(await Promise.all(accounts.map(phoneOf))).toEqual(['+4915112345678', '015112345679']);
    await query(gateway, 'drop trigger fail on person');
    await restart();
    expect(await Promise.all(accounts.map(phoneOf))).toEqual(['+4915112345678', '+4915112345679']);
  });

  test('R259 who has signed in there before is known under the new form', async () => {
    await start();
    await oldDatabase('015112345678');
    await query(gateway, "insert into sms_proved values ('015112345678', 'device d', $1)", [now]);
    await restart();
    expect((await query(gateway, 'select phone, who from sms_proved')).rows).toEqual([
      { phone: '+4915112345678', who: 'device d' },
    ]);
  });
});
