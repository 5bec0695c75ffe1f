import type { Place } from '@amber/proto';
import { seedPlacementOf, seedPathOwners } from '@amber/proto/seedPlacements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeCode, signIn, type Person } from '../testing/client.ts';
import { newVersion, tinyRelease } from '../testing/release.ts';
import { markTried, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

const operators = new Set<string>();
let gateway: TestGateway;
let operator: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ operators });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
});
afterAll(() => gateway.close());

const place = (word: string, change: Partial<Place> = {}): Place => ({
  titles: [{ language: 'en', text: `The ${word}` }],
  paths: [
    { path: `/${word}`, access: 'members', fills: false },
    { path: `/${word}/:id`, access: 'public', fills: false },
  ],
  entries: [{ to: `/${word}`, order: 70, underMe: false, titles: [], icon: 'M4 4h16v16H4z', badge: 'own' }],
  settings: true,
  operators: '',
  tabs: [],
  news: [],
  ...change,
});

/** The result of publishing a release with this place. */
async function publish(remote: string, wanted: Place | null, promote = false): Promise<string> {
  const { file, release } = tinyRelease({ remote });
  await operator.api.rollout.upload(file);
  const result = await outcomeCode(operator.api.rollout.publish({ ...release, place: wanted }));
  if (promote && result === 'SUCCESS') {
    await markTried(gateway, remote);
    await operator.api.rollout.promote({ remote });
  }
  return result;
}
const tokenFor = (remote: string) =>
  operator.api.rollout.createToken({ remote, name: newVersion().replaceAll('.', '-') });
const registry = () => operator.api.rollout.registry({});
const offerOf = async (remote: string) => (await registry()).offers.find((offer) => offer.remote === remote);

test('R205 a new feature has its word with its first token, and its place goes to the pages with its release', async () => {
  expect((await registry()).words).toEqual(seedPathOwners.toSorted((a, b) => (a.pattern < b.pattern ? -1 : 1)));
  expect(await publish('polls', place('polls'))).toBe('PLACE_REFUSED');
  await tokenFor('polls');
  expect((await registry()).words).toContainEqual({ pattern: 'polls', remote: 'polls' });
  expect(await publish('polls', place('polls'), true)).toBe('SUCCESS');
  expect(await offerOf('polls')).toMatchObject({ stable: { place: place('polls') } });
  // The next release adds a screen, an entry and another title.
  const more = place('polls', {
    titles: [{ language: 'en', text: 'Votes' }],
    paths: [...place('polls').paths, { path: '/polls/results', access: 'members', fills: false }],
  });
  expect(await publish('polls', more)).toBe('SUCCESS');
  expect(await offerOf('polls')).toMatchObject({ candidate: { place: more }, stable: { place: place('polls') } });
});

test('R205 a word has one owner: reserved ones and others’ are refused, until an operator hands them over', async () => {
  expect(await outcomeCode(tokenFor('settings'))).toBe('WORD_TAKEN');
  expect(await outcomeCode(tokenFor('contacts'))).toBe('WORD_TAKEN');
  await tokenFor('quiz');
  await tokenFor('games');
  const both = place('quiz', { paths: [...place('quiz').paths, { path: '/games', access: 'members', fills: false }] });
  expect(await publish('quiz', both)).toBe('PLACE_REFUSED');
  await operator.api.rollout.setWord({ pattern: '=/games', remote: 'quiz' });
  expect(await publish('quiz', both)).toBe('SUCCESS');
  // Only the borrower may use a lent path.
  expect(await publish('games', place('games'))).toBe('PLACE_REFUSED');
  await operator.api.rollout.setWord({ pattern: '=/games', remote: '' });
  expect(await publish('games', place('games'))).toBe('SUCCESS');
  await operator.api.rollout.setWord({ pattern: 'quiz', remote: 'games' });
  expect(await publish('quiz', place('quiz'))).toBe('PLACE_REFUSED');
  expect((await operator.api.rollout.status({ remote: 'games' })).audit.map(({ what }) => what)).toContain(
    'gave the word quiz',
  );
  for (const pattern of ['/games', 'settings/x', 'Games', ''])
    expect(await outcomeCode(operator.api.rollout.setWord({ pattern, remote: 'games' }))).toBe('BAD_REQUEST');
});

test('R205 no two features have one title', async () => {
  await tokenFor('first');
  await tokenFor('second');
  const titles = [{ language: 'en', text: 'Same' }];
  expect(await publish('first', place('first', { titles }))).toBe('SUCCESS');
  expect(await publish('second', place('second', { titles: [{ language: 'en', text: 'SAME' }] }))).toBe(
    'PLACE_REFUSED',
  );
});

test('R205 the five keep what people rely on, and their releases from before have their place', async () => {
  const own = seedPlacementOf('moments')!;
  expect(await publish('moments', { ...own, paths: [] })).toBe('PLACE_REFUSED');
  expect(await publish('moments', { ...own, paths: [{ path: '/moments', access: 'members', fills: false }] })).toBe(
    'PLACE_REFUSED',
  );
  expect(
    await publish('moments', {
      ...own,
      paths: [...own.paths, { path: '/moments/:id', access: 'members', fills: false }],
    }),
  ).toBe('SUCCESS');
  expect(await publish('airdrop', null, true)).toBe('SUCCESS');
  expect(await offerOf('airdrop')).toMatchObject({ stable: { place: seedPlacementOf('airdrop') } });
});

test('R205 another feature’s release from before is kept and not shown, and a start names it', async () => {
  expect(await publish('older', null, true)).toBe('SUCCESS');
  const said: string[] = [];
  const again = await startTestGateway({
    operators,
    databaseUrl: gateway.databaseUrl,
    say: (sentence) => said.push(sentence),
  });
  await again.close();
  expect(await offerOf('older')).toMatchObject({ stable: { place: null } });
  expect(said).toEqual([expect.stringMatching(/^older \S+ is kept, and not shown/)]);
});

test('R252 an entry of the audit log from an older build has its sentence alone', async () => {
  await query(
    gateway,
    "insert into audit (time, who, remote, what, why) values (7, 'gateway', 'old', 'promoted 0.1.0', '')",
  );
  const { audit } = await operator.api.rollout.status({ remote: 'old' });
  expect(audit).toEqual([
    { time: 7, who: 'gateway', remote: 'old', what: 'promoted 0.1.0', why: '', kind: '', arguments: [] },
  ]);
});

test('R205 R208 a removed feature goes from the pages with its tokens; its word stays its own until it is handed over', async () => {
  const deployToken = (await tokenFor('gone')).deployToken;
  const { api } = operator;
  expect(await publish('gone', place('gone'), true)).toBe('SUCCESS');
  const before = await registry();
  await api.rollout.remove({ remote: 'gone', why: 'Nobody uses it' });
  const after = await registry();
  expect(after.revision).toBeGreaterThan(before.revision);
  expect(await offerOf('gone')).toBeUndefined();
  expect(after.words).toContainEqual({ pattern: 'gone', remote: 'gone' });
  const { audit, tokens } = await api.rollout.status({ remote: 'gone' });
  expect(tokens).toEqual([]);
  expect(audit[0]).toMatchObject({ who: operator.identifier, what: 'removed it', why: 'Nobody uses it' });
  expect(audit.map(({ kind, arguments: values }) => [kind, ...values])).toEqual([
    ['removed'],
    ['promoted', expect.any(String)],
    ['published', expect.any(String), expect.any(String)],
    ['createdToken', expect.any(String)],
  ]);
  // Pages that are open go on.
  const { entry } = before.offers.find(({ remote }) => remote === 'gone')!.stable!;
  expect((await fetch(gateway.url + entry)).status).toBe(200);
  const team = await signIn(gateway);
  expect(await outcomeCode(team.api.rollout.upload({ ...tinyRelease({ remote: 'gone', deployToken }).file }))).toBe(
    'NO_AUTH',
  );
  expect(await outcomeCode(api.rollout.remove({ remote: 'gone', why: '' }))).toBe('NOT_OFFERED');

  // With a new token it comes back, and falls back on nothing from before.
  await tokenFor('gone');
  expect(await publish('gone', place('gone'), true)).toBe('SUCCESS');
  expect(await offerOf('gone')).toMatchObject({ previous: [] });

  await api.rollout.remove({ remote: 'gone', why: '' });
  await api.rollout.setWord({ pattern: 'gone', remote: 'games' });
  expect(await outcomeCode(tokenFor('gone'))).toBe('WORD_TAKEN');
  expect(await publish('gone', place('gone'))).toBe('PLACE_REFUSED');
});
