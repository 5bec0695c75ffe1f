import { afterEach, describe, expect, test } from 'vitest';
import { apiOf, newPhone, outcomeCode, signIn } from '../testing/client.ts';
import { migratedDatabase, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

const gateways: TestGateway[] = [];
const start = async (options: Parameters<typeof startTestGateway>[0] = {}) => {
  const gateway = await startTestGateway(options);
  gateways.push(gateway);
  return gateway;
};
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
});

const isOperator = (person: Awaited<ReturnType<typeof signIn>>) => outcomeCode(person.api.operator.signIn({}));

describe('R252 the link of the first start', () => {
  test('R252 makes its opener the operator, once and also after a restart, and the token is not stored', async () => {
    const databaseUrl = await migratedDatabase();
    const gateway = await start({ databaseUrl });
    const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
    const token = gateway.operatorToken!;
    const stored = await query<{ hash: Buffer }>(gateway, 'select hash from operator_link');
    expect(stored.rows.map(({ hash }) => hash.length)).toEqual([32]);
    expect(stored.rows[0]!.hash.includes(token)).toBe(false);

    expect(await isOperator(alice)).toBe('NO_AUTH');
    const outcomes = await Promise.all([alice, bob].map(({ api }) => outcomeCode(api.operator.claim({ token }))));
    expect(outcomes.toSorted()).toEqual(['OPERATOR_LINK', 'SUCCESS']);
    const [winner, other] = outcomes[0] === 'SUCCESS' ? [alice, bob] : [bob, alice];
    expect([await isOperator(winner), await isOperator(other)]).toEqual(['SUCCESS', 'NO_AUTH']);
    await gateway.close();

    const again = await start({ databaseUrl });
    expect(again.operatorToken).toBeUndefined();
    const back = await signIn(again, { phone: winner.phone });
    expect(await isOperator(back)).toBe('SUCCESS');
  });

  test('R252 ends after 24 hours, and with a new start, which prints another', async () => {
    let now = Date.now();
    const databaseUrl = await migratedDatabase();
    const first = await start({ databaseUrl, clock: () => now });
    const firstToken = first.operatorToken!;
    await first.close();
    const gateway = await start({ databaseUrl, clock: () => now });
    const person = await signIn(gateway);
    const claim = (token: string) => outcomeCode(person.api.operator.claim({ token }));
    expect(gateway.operatorToken).not.toBe(firstToken);
    expect([await claim(firstToken), await claim('')]).toEqual(['OPERATOR_LINK', 'OPERATOR_LINK']);
    now += 24 * 60 * 60 * 1_000;
    const late = await signIn(gateway, { phone: person.phone, deviceId: person.deviceId });
    expect(await outcomeCode(late.api.operator.claim({ token: gateway.operatorToken! }))).toBe('OPERATOR_LINK');
    expect(await isOperator(late)).toBe('NO_AUTH');
  });

  test('R252 a hundred wrong tokens change nothing', async () => {
    const gateway = await start();
    const person = await signIn(gateway);
    const tries = [];
    for (let count = 0; count < 100; count += 1) {
      // Two more letters, so that none of them is the token itself, whatever its last letter.
      const token = `${gateway.operatorToken!}${String(count).padStart(2, '0')}`;
      tries.push(await outcomeCode(person.api.operator.claim({ token })));
    }
    expect(new Set(tries)).toEqual(new Set(['OPERATOR_LINK']));
    expect(await outcomeCode(person.api.operator.claim({ token: gateway.operatorToken! }))).toBe('SUCCESS');
  });

  test('R252 AMBER_OPERATORS ends the link, and the right of whoever had opened it', async () => {
    const databaseUrl = await migratedDatabase();
    const gateway = await start({ databaseUrl });
    const stranger = await signIn(gateway);
    const owner = await signIn(gateway);
    await stranger.api.operator.claim({ token: gateway.operatorToken! });
    await gateway.close();
    const configured = await start({ databaseUrl, operators: new Set([owner.identifier]) });
    expect(configured.operatorToken).toBeUndefined();
    const back = await signIn(configured, { phone: stranger.phone });
    expect(await isOperator(back)).toBe('NO_AUTH');
    expect((await query(configured, 'select from operator')).rows).toEqual([]);
  });

  test('R224 R252 by invitation the link brings a code, because nobody could have made one', async () => {
    const gateway = await start({ signUp: 'invited' });
    const { operatorInvitation: inviteId, databaseUrl } = gateway;
    const again = await start({ databaseUrl, signUp: 'invited' });
    expect(again.operatorInvitation).toBe(inviteId);
    const phone = newPhone();
    const { login } = apiOf(again.url);
    await login.getSms({ phone, deviceId: 'd', inviteId: inviteId! });
    const code = again.lastCode(phone);
    const { token } = await login.login({ phone, code, appId: 1, deviceId: 'd', inviteId: inviteId! });
    const { user, operator } = apiOf(again.url, token);
    await user.init({ token, uuid: 'd', inviteId: inviteId!, baseInfo: true, deviceName: 'd', system: 'web' });
    await operator.claim({ token: again.operatorToken! });
    expect((await start({ databaseUrl, signUp: 'invited' })).operatorInvitation).toBeUndefined();
    expect((await start()).operatorInvitation).toBeUndefined();
  });

  test('R241 R252 another gateway on the same database learns of the operator', async () => {
    const databaseUrl = await migratedDatabase();
    const limits = { operatorCheckEvery: 20 };
    const other = await start({ databaseUrl, limits });
    const gateway = await start({ databaseUrl, limits });
    const person = await signIn(gateway);
    await person.api.operator.claim({ token: gateway.operatorToken! });
    const there = await signIn(other, { phone: person.phone });
    await expect.poll(() => isOperator(there)).toBe('SUCCESS');
  });
});
