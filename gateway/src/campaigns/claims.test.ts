import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeCode } from '../testing/client.ts';
import { migratedDatabase } from '../testing/gateway.ts';
import { openStore, type Store } from '../db/store.ts';
import { createLocalBus } from '../core/bus.ts';
import { createNotices } from '../messages/push/notices.ts';
import { createCampaigns } from './campaigns.ts';
import { createClaims } from './claims.ts';
import { createDraws } from './draws.ts';
import { createTaskMessages } from './taskMessages.ts';
import { createPrizeNotices } from './prizeNotices.ts';

/** Two gateways on one database. */
let stores: Store[];
let gateways: ReturnType<typeof createClaims>[];
const now = Date.now();
const clock = () => now;

beforeAll(async () => {
  const databaseUrl = await migratedDatabase();
  stores = [await openStore({ databaseUrl }), await openStore({ databaseUrl })];
  gateways = stores.map(({ db }) =>
    createClaims({
      db,
      bus: createLocalBus(),
      clock,
      limits,
      secret: 'secret',
      numberOf: (phone) => phone,
      campaigns: createCampaigns({ clock }),
      taskMessages: createTaskMessages({ db, limits }),
    }),
  );
  await stores[0]!.pool.query(
    `insert into person (identifier, created_at, last_name, phone, wallet)
     select 'p' || n, 0, 'P', case when n <= 100 then '+1' || n end, case when n > 50 then '0x' || lpad(n::text, 40, '0') end
     from generate_series(1, 110) n`,
  );
});
afterAll(async () => {
  for (const store of stores) await store.close();
});

const campaign = async (id: string, { prizes = 1, way = 'firstCome', prize = 'code' } = {}) => {
  await stores[0]!.pool.query(
    `insert into campaign (id, title, begins_at, ends_at, way, prize, prizes, seed) values ($1, 'C', 1, $2, $3, $4, $5, 'seed')`,
    [id, now + 1000, way, prize, prizes],
  );
  await stores[0]!.pool.query(
    `insert into campaign_code (campaign, place, code) select $1, n, 'code ' || n from generate_series(1, $2) n`,
    [id, prizes],
  );
};

const claim = (id: string, n: number, ticket = '') =>
  gateways[n % 2]!.claim(id, ticket, { identifier: `p${n}`, address: `203.0.113.${n}` });
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const one = async <Row>(text: string, values: unknown[]) => (await stores[0]!.pool.query(text, values)).rows[0] as Row;

test('R137 of 100 claims of the last prize at the same time, at two gateways, one wins', async () => {
  await campaign('last');
  const outcomes = await Promise.all(upTo(100).map((n) => outcomeCode(claim('last', n))));
  expect(outcomes.filter((what) => what === 'SUCCESS')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['SUCCESS', 'CAMPAIGN_EMPTY']));
  expect(await one('select given, claims from campaign where id = $1', ['last'])).toEqual({ given: 1, claims: 1 });
  expect(await one('select count(*)::int from campaign_claim where campaign = $1', ['last'])).toEqual({ count: 1 });
});

test('R137 one person who claims 20 times at once has one prize, and each answer says which', async () => {
  await campaign('again', { prizes: 20 });
  const parts = await Promise.all(
    upTo(20).map((n) => gateways[n % 2]!.claim('again', '', { identifier: 'p7', address: '::1' })),
  );
  expect(new Set(parts.map(({ place, code }) => `${place} ${code}`))).toEqual(new Set(['1 code 1']));
  expect(await one('select given, participants from campaign where id = $1', ['again'])).toEqual({
    given: 1,
    participants: 1,
  });
});

test('one person who joins and claims at once, many times, does both once', async () => {
  await campaign('both', { prizes: 20 });
  const me = { identifier: 'p8', address: '::1' };
  await Promise.all(
    upTo(20).map((n) => (n % 3 ? gateways[n % 2]!.join('both', me) : gateways[n % 2]!.claim('both', '', me))),
  );
  expect(await one('select given, participants from campaign where id = $1', ['both'])).toEqual({
    given: 1,
    participants: 1,
  });
});

test('prizes go to the first in order, each with its own code', async () => {
  await campaign('ten', { prizes: 10 });
  const parts = await Promise.all(upTo(30).map((n) => claim('ten', n).catch(() => null)));
  const won = parts.filter((part) => part !== null);
  expect(won.map(({ place }) => place!).toSorted((a, b) => a - b)).toEqual(upTo(10));
  for (const { place, code } of won) expect(code).toBe(`code ${place}`);
});

test('who has claimed is refused on another account with the same phone or wallet, also after leaving it', async () => {
  await campaign('twice', { prizes: 10, prize: 'wallet' });
  const { pool } = stores[0]!;
  expect(await outcomeCode(claim('twice', 1))).toBe('CAMPAIGN_WALLET');
  await claim('twice', 60);
  await pool.query("update person set wallet = null, phone = null where identifier = 'p60'");
  // Their wallet at an account that has none, their phone at another.
  await pool.query("update person set wallet = '0x' || lpad('60', 40, '0') where identifier = 'p1'");
  await pool.query("update person set phone = '+160' where identifier = 'p105'");
  expect(await outcomeCode(claim('twice', 1))).toBe('CAMPAIGN_TWICE');
  expect(await outcomeCode(claim('twice', 105))).toBe('CAMPAIGN_TWICE');
  expect(await outcomeCode(claim('twice', 61))).toBe('SUCCESS');
  const refused = await pool.query(
    "select identifier, kind, other from campaign_refusal where campaign = 'twice' order by kind",
  );
  expect(refused.rows).toEqual([
    { identifier: 'p105', kind: 'phone', other: 'p60' },
    { identifier: 'p1', kind: 'wallet', other: 'p60' },
  ]);
});

test('a ticket is 32 hexadecimal digits, and nobody has another one’s', async () => {
  await campaign('draw', { way: 'draw' });
  const ticket = 'ab'.repeat(16);
  expect(await outcomeCode(claim('draw', 10, 'short'))).toBe('BAD_REQUEST');
  expect(await outcomeCode(claim('draw', 10, ticket.toUpperCase()))).toBe('BAD_REQUEST');
  expect((await claim('draw', 10, ticket)).place).toBe(0);
  expect(await outcomeCode(claim('draw', 11, ticket))).toBe('BAD_REQUEST');
  // The first ticket stays, whatever a retry says.
  expect((await claim('draw', 10, 'cd'.repeat(16))).ticket).toBe(ticket);
});

test('R137 winners, and those who have done all tasks, are told once, whichever gateways look at the same time', async () => {
  await campaign('once', { way: 'draw', prizes: 2 });
  for (const n of [21, 22, 23]) await claim('once', n, String(n).repeat(16));
  await campaign('ready');
  const { pool } = stores[0]!;
  await pool.query(
    "insert into campaign_task (campaign, no, kind, target, count, from_start) values ('ready', 0, 'bindWallet', '', 1, false)",
  );
  await pool.query("insert into campaign_participant (campaign, identifier) values ('ready', 'p90'), ('ready', 'p40')");
  await pool.query("update campaign set ends_at = 2 where id = 'once'");
  const both = stores.map(({ db }) => {
    const ports = { db, bus: createLocalBus(), clock, limits };
    const notices = createNotices(ports);
    const winNews = createPrizeNotices({
      ...ports,
      notices,
      campaigns: createCampaigns({ clock }),
      taskMessages: createTaskMessages({ db, limits }),
    });
    return { winNews, draws: createDraws({ ...ports, notices, prizeNotices: winNews }), notices };
  });
  await Promise.all(
    upTo(6).map((n) => {
      const { draws, winNews } = both[n % 2]!;
      return Promise.all([draws.drawDue(), winNews.notifyIfReady('p90'), winNews.notifyIfReady('p40')]);
    }),
  );
  const told = async (n: number) =>
    (await both[0]!.notices.after(`p${n}`, 0)).map(({ notify }) => (JSON.parse(notify.body) as { kind: string }).kind);
  expect((await Promise.all([21, 22, 23].map(told))).flat()).toEqual(['won', 'won']);
  expect([await told(90), await told(40)]).toEqual([['ready'], []]);
});
