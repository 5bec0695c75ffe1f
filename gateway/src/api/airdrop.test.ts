import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let operator: Person;
const operators = new Set<string>();
const now = Date.now();
const day = 86_400_000;
const campaign = (id: string, begins: number, ends: number) => ({
  id,
  title: `The ${id}`,
  reward: '10 drops',
  rules: 'One each.',
  begins: now + begins * day,
  ends: now + ends * day,
});

beforeAll(async () => {
  gateway = await startTestGateway({ operators });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
  for (const one of [campaign('old', -9, -2), campaign('soon', 2, 9), campaign('now', -1, 1)])
    await operator.api.airdrop.save({ campaign: one });
});
afterAll(() => gateway.close());

test('everybody sees the campaigns, and how they stand: live, upcoming, ended', async () => {
  const { list } = await apiOf(gateway.url).airdrop.list({});
  expect(list.map(({ id, status, participants }) => [id, status, participants])).toEqual([
    ['now', 'live', 0],
    ['soon', 'upcoming', 0],
    ['old', 'ended', 0],
  ]);
  expect((await apiOf(gateway.url).airdrop.info({ id: 'soon' })).campaign).toMatchObject({
    title: 'The soon',
    reward: '10 drops',
    rules: 'One each.',
  });
  expect(await outcomeCode(apiOf(gateway.url).airdrop.info({ id: 'absent' }))).toBe('NO_AUTH');
});

test('an operator changes one by its id; its status is not theirs to set', async () => {
  const { campaign: saved } = await operator.api.airdrop.save({
    campaign: { ...campaign('old', -9, -1), title: 'Renamed', status: 'live', participants: 99 },
  });
  expect(saved).toMatchObject({ title: 'Renamed', status: 'ended', participants: 0 });
  expect((await apiOf(gateway.url).airdrop.list({})).list).toHaveLength(3);
});

test('R228 what is over comes in pages, the latest end first; what is not comes with the first', async () => {
  await query(
    gateway,
    "insert into campaign (id, title, begins_at, ends_at) select 'past-' || n, 'Past', 1, 1000 + n / 2 from generate_series(1, 70) n",
  );
  const seen: string[] = [];
  let after = '';
  do {
    const page = await apiOf(gateway.url).airdrop.list({ after });
    seen.push(...page.list.map(({ id }) => id));
    after = page.next;
  } while (after !== '');
  expect(seen.length).toBe(73);
  expect(seen.slice(0, 4)).toEqual(['now', 'soon', 'old', 'past-70']);
  expect(new Set(seen).size).toBe(73);
  expect(await outcomeCode(apiOf(gateway.url).airdrop.list({ after: 'x' }))).toBe('BAD_REQUEST');
});

test.each([
  ['no campaign', null],
  ['an id with spaces', { ...campaign('a', 0, 1), id: 'a b' }],
  ['an end before the beginning', campaign('a', 1, 0)],
  ['a foreign picture', { ...campaign('a', 0, 1), banner: 'https://evil.example/x.png' }],
  ['no title', { ...campaign('a', 0, 1), title: ' ' }],
])('%s is refused', async (_, wrong) => {
  expect(await outcomeCode(operator.api.airdrop.save({ campaign: wrong! }))).toBe('BAD_REQUEST');
});
