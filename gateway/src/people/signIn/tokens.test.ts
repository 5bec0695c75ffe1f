import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, connectAs, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';

let gateway: TestGateway;
let now = Date.now();
const minute = 60_000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
});
afterAll(() => gateway.close());

const refresh = (refreshToken: string) => apiOf(gateway.url).user.refreshToken({ refreshToken });
const useToken = (token: string) => outcomeCode(apiOf(gateway.url, token).conversation.list({}));

describe('tokens', () => {
  test('R254 calls that arrive together look up their session once', async () => {
    const { tokens } = await signIn(gateway);
    now += minute;
    const lock = new pg.Client({ connectionString: gateway.databaseUrl });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table family in access exclusive mode');
    const lookups = async () =>
      (
        await query<{ count: number }>(
          gateway,
          `select count(*)::int as count from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query like '%from "family"%'`,
        )
      ).rows[0]!.count;
    const calls = Array.from({ length: 8 }, () => useToken(tokens.token));
    await expect.poll(lookups, { timeout: scaledTimeout(20_000) }).toBe(1);
    // A call after theirs that needs no session shows that all of them have arrived.
    await apiOf(gateway.url).groupChat.queryPublicSpace({});
    expect(await lookups()).toBe(1);
    await lock.query('rollback');
    await lock.end();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['SUCCESS']));
  });

  test('R161 an access token lasts fifteen minutes, then says 1002', async () => {
    const { tokens } = await signIn(gateway);
    now += 15 * minute - 1;
    expect(await useToken(tokens.token)).toBe('SUCCESS');
    now += 1;
    expect(await useToken(tokens.token)).toBe('1002');
  });

  test.each(['', 'garbage', 'a.b.1.2.c', 'a.'.repeat(1_000)])('R161 9001 for the token %j', async (token) => {
    expect(await useToken(token)).toBe('9001');
  });

  test('a token that was changed anywhere is none', async () => {
    const {
      tokens: { token },
    } = await signIn(gateway);
    const last = token.length - 1;
    for (const at of [0, 7, 20, 33, last - 20, last - 1, last]) {
      const changed = `${token.slice(0, at)}${token[at] === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`;
      expect(await useToken(changed)).toBe('9001');
    }
  });

  test('a refresh token is no access token, and the other way round', async () => {
    const { tokens } = await signIn(gateway);
    expect(await useToken(tokens.refreshToken)).toBe('9001');
    expect(await outcomeCode(refresh(tokens.token))).toBe('200003');
  });

  test('R18 a refresh gives the next pair; repeated at once or within ten seconds it gives the same', async () => {
    const { tokens } = await signIn(gateway);
    now += 20 * minute;
    const pairs = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refreshToken)));
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1);
    now += 10_000;
    expect(await refresh(tokens.refreshToken)).toEqual(pairs[0]);
    expect(await useToken(pairs[0]!.token)).toBe('SUCCESS');
    expect(await outcomeCode(refresh(pairs[0]!.refreshToken))).toBe('SUCCESS');
  });

  test('T4 an old refresh token used after the grace ends the session and closes its socket', async () => {
    const person = await signIn(gateway);
    const next = await refresh(person.tokens.refreshToken);
    const socket = await connectAs({ ...person, tokens: { ...person.tokens, ...next } });
    now += 10_001;
    expect(await outcomeCode(refresh(person.tokens.refreshToken))).toBe('1003');
    await socket.until(() => socket.closed !== null);
    expect(socket.closed!.code).toBe(4001);
    expect(await useToken(next.token)).toBe('9001');
    expect(await outcomeCode(refresh(next.refreshToken))).toBe('1003');
  });

  test('T4 a token from two generations ago ends the session even within the grace', async () => {
    const { tokens } = await signIn(gateway);
    const second = await refresh(tokens.refreshToken);
    await refresh(second.refreshToken);
    expect(await outcomeCode(refresh(tokens.refreshToken))).toBe('1003');
  });

  test('R161 200002 for a refresh token after 45 days, 200003 for what is none', async () => {
    const { tokens } = await signIn(gateway);
    now += 45 * day;
    expect(await outcomeCode(refresh(tokens.refreshToken))).toBe('200002');
    expect(await outcomeCode(refresh('garbage'))).toBe('200003');
    expect(await outcomeCode(refresh(''))).toBe('200003');
  });

  test('T4 logging out ends the session and closes its sockets within two seconds; other devices stay', async () => {
    const phone = await signIn(gateway);
    now += minute;
    const laptop = await signIn(gateway, { phone: phone.phone, deviceId: 'laptop' });
    const sockets = [await connectAs(phone), await connectAs(laptop)] as const;
    await phone.api.user.logOut({});
    await sockets[0].until(() => sockets[0].closed !== null);
    expect(await useToken(phone.tokens.token)).toBe('9001');
    expect(await outcomeCode(refresh(phone.tokens.refreshToken))).toBe('1003');
    expect(await useToken(laptop.tokens.token)).toBe('SUCCESS');
    expect(sockets[1].closed).toBeNull();
    sockets[1].close();
  });

  test('signing in again on a device ends its earlier session', async () => {
    const person: Person = await signIn(gateway);
    now += minute;
    await signIn(gateway, { phone: person.phone, deviceId: person.deviceId });
    expect(await useToken(person.tokens.token)).toBe('9001');
  });
});
