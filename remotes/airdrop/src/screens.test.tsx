import { fakeHost } from '@amber/client/testing';
import type { Campaign, CampaignPart, CampaignTask, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { expect, test, vi } from 'vitest';
import remote from './remote.tsx';

const day = 86_400_000;
const now = Date.now();
const campaign = (id: string, change: Partial<Input<Campaign>> = {}): Input<Campaign> => ({
  id,
  title: `The ${id}`,
  reward: 'A badge',
  begins: now - day,
  ends: now + day,
  status: 'live',
  prize: 'code',
  prizes: 3,
  banner: '',
  rules: '',
  participants: 0,
  given: 0,
  claims: 0,
  way: 'firstCome',
  state: 'published',
  tasks: [],
  seed: '',
  seedHash: '',
  drawnAt: 0,
  ...change,
});
const part: Input<CampaignPart> = { joinedAt: 0, claimedAt: 0, ticket: '', place: 0, code: '', wallet: '' };
const task = (change: Partial<CampaignTask> = {}): Input<CampaignTask> => ({
  kind: 'follow',
  target: 'abcdefghijklmnop',
  name: 'Olga',
  spaceId: '',
  count: 1,
  done: 0,
  fromStart: false,
  ...change,
});

/** A page of one campaign. */
async function page(
  id: string,
  {
    change = {},
    mine = {},
    session,
  }: { change?: Partial<Input<Campaign>>; mine?: Input<CampaignPart>; session?: null } = {},
) {
  const host = await fakeHost({
    ...(session === null && { session }),
    api: {
      airdrop: {
        info: async () => ({ campaign: campaign(id, change), mine: session === null ? null : { ...part, ...mine } }),
        live: async () => ({ list: [] }),
        winners: async () => ({
          list: [{ place: 1, user: { identifier: 'w', avatar: '', lastName: 'Wanda' } }],
          next: '',
        }),
        join: async () => ({ mine: { ...part, joinedAt: 1 } }),
        claim: async () => ({ mine: { ...part, joinedAt: 1, claimedAt: 1, place: 2, code: 'GOLD' } }),
      },
    },
  });
  return { host, screen: await host.open(remote.Routes, `/airdrop/${id}/info`) };
}

test('R136 the square shows what is live, coming up and over, each under its heading', async () => {
  const list = [
    campaign('live', { participants: 4, given: 1 }),
    campaign('soon', { status: 'upcoming', begins: now + 3 * day, ends: now + 4 * day }),
    campaign('old', { status: 'ended', given: 3, ends: now - 1 }),
  ];
  const host = await fakeHost({ api: { airdrop: { list: async () => ({ list, next: '' }) } } });
  const screen = await host.open(remote.Routes, '/airdrop/square');
  expect(screen.text()).toMatch(
    /Live now.*The live.*Ends in.*4 participants2 of 3 left.*Coming up.*Starts in.*Ended.*3 winners/,
  );
});

test('without an answer the square says so, and without campaigns what to expect', async () => {
  let answer = async (): Promise<{ list: Input<Campaign>[]; next: string }> => {
    throw new Fault('NO_RESPONSE');
  };
  const host = await fakeHost({ session: null, api: { airdrop: { list: () => answer() } } });
  const screen = await host.open(remote.Routes, '/airdrop/square');
  expect(screen.text()).toContain('The request failed');
  answer = async () => ({ list: [], next: '' });
  await screen.press('Retry');
  expect(screen.text()).toContain('No campaigns yet');
});

test('what was seen is shown offline, to the same account alone', async () => {
  const offline = async () => {
    throw new Fault('NO_RESPONSE');
  };
  const shownTo = async (identifier: string | null, list: () => Promise<{ list: Input<Campaign>[]; next: string }>) => {
    const host = await fakeHost({
      session: identifier === null ? null : { identifier },
      api: { airdrop: { list } },
    });
    return (await host.open(remote.Routes, '/airdrop/square')).text();
  };
  await shownTo('ann', async () => ({ list: [campaign('draft', { state: 'draft' })], next: '' }));
  const again = await shownTo('ann', offline);
  expect(again).toContain('The draft');
  expect(again).toContain('Offline. Last updated:');
  for (const other of ['ben', null]) expect(await shownTo(other, offline)).not.toContain('The draft');
});

test('R136 the list that this device has stored is shown after a reload without the server, with today’s states', async () => {
  const first = await fakeHost({
    session: { identifier: 'cat' },
    api: {
      airdrop: {
        list: async () => ({
          list: [campaign('seen', { rules: 'Long' }), campaign('closing', { ends: now + 1 })],
          next: 'more',
        }),
      },
    },
  });
  await first.open(remote.Routes, '/airdrop/square');
  // A page that has just been loaded knows only what is stored.
  const stored = localStorage.getItem('amber-airdrop cat square')!;
  expect(stored).not.toContain('Long');
  const fails = async () => {
    throw new Fault('NO_RESPONSE');
  };
  const offline = await fakeHost({ session: { identifier: 'dan' }, api: { airdrop: { list: fails } } });
  localStorage.setItem('amber-airdrop dan square', stored);
  const screen = await offline.open(remote.Routes, '/airdrop/square');
  expect(screen.text()).toMatch(/Offline. Last updated: .*Live now.*The seen.*Ended.*The closing/);

  // What another build has stored may lack a field, or be something else.
  const { answer, at } = JSON.parse(stored) as { answer: { list: Partial<Campaign>[] }; at: number };
  for (const [list, shown] of [
    [answer.list.map(({ title: _, participants: __, ...rest }) => rest), /Offline. Last updated: .*Live now.*Ended/],
    [[null, { id: 'x' }], /Offline. Last updated: /],
    ['none', /check your network connection/],
  ] as const) {
    const other = await fakeHost({ session: { identifier: 'eve' }, api: { airdrop: { list: fails } } });
    localStorage.setItem('amber-airdrop eve square', JSON.stringify({ answer: { list }, at }));
    expect((await other.open(remote.Routes, '/airdrop/square')).text()).toMatch(shown);
  }
});

test('a campaign that cannot be had says so, and is asked for again', async () => {
  let isThere = false;
  let why = 'NO_RESPONSE';
  const host = await fakeHost({
    api: {
      airdrop: {
        info: async () => {
          if (!isThere) throw new Fault(why);
          return { campaign: campaign('late', { status: 'ended' }) };
        },
        winners: async () => ({ list: [], next: '' }),
      },
    },
  });
  const screen = await host.open(remote.Routes, '/airdrop/late/info');
  expect(screen.text()).not.toContain('Campaign not found'); // without a connection nobody knows
  why = 'NO_AUTH';
  await screen.press('Retry');
  expect(screen.text()).toContain('Campaign not found');
  isThere = true;
  await screen.press('Retry');
  expect(screen.text()).toContain('The late');
});

test('R137 a visitor sees the tasks and is led to the sign-in', async () => {
  const { screen, host } = await page('visited', { session: null, change: { tasks: [task()] } });
  expect(screen.text()).toContain('Follow Olga');
  expect(screen.text()).not.toContain('Open profile');
  expect(screen.text()).toContain('Sign in to take part');
  expect(host.calls.map(([call]) => call)).not.toContain('airdrop.join');
});

test('R137 one takes part, and claims once the tasks are done', async () => {
  const { screen, host } = await page('joined', { change: { tasks: [task()] } });
  await screen.press('Take part');
  expect(host.calls).toContainEqual(['airdrop.join', { id: 'joined' }]);
  expect(screen.text()).toContain('0 of 1 done');

  const { screen: done, host: next } = await page('done', { change: { tasks: [task({ done: 1 })] } });
  await done.press('Claim prize');
  expect(next.calls).toContainEqual(['airdrop.claim', { id: 'done', ticket: '' }]);
});

const tasks = [task()];

test.each([
  ['won', { joinedAt: 1, claimedAt: 1, place: 2, code: 'GOLD' }, {}, ['You won', 'Prize 2 of 3', 'GOLD']],
  ['empty', {}, { given: 3 }, ['All prizes are gone']],
  ['entered', { joinedAt: 1, claimedAt: 1, ticket: 'abc' }, { way: 'draw' }, ['You are in the draw', 'abc']],
  [
    'lost',
    { joinedAt: 1, claimedAt: 1, ticket: 'abc' },
    { way: 'draw', status: 'ended', drawnAt: 5 },
    ['No prize this time'],
  ],
  ['stopped', {}, { state: 'stopped', status: 'ended' }, ['This campaign was stopped']],
  ['over', {}, { status: 'ended' }, ['This campaign is over', 'See below who won.']],
  ['past', {}, { status: 'ended', prize: 'none', prizes: 0 }, ['You can no longer take part.']],
  [
    'unfinished',
    { joinedAt: 1 },
    { way: 'draw', status: 'ended', drawnAt: 5, tasks },
    ['You did not finish the tasks', 'Prizes were only for people who finished all tasks in time.'],
  ],
  ['notEntered', { joinedAt: 1 }, { way: 'draw', status: 'ended', drawnAt: 5 }, ['You were not in the draw']],
  ['unclaimed', { joinedAt: 1 }, { status: 'ended' }, ['You did not claim a prize']],
  ['gone', { joinedAt: 1 }, { status: 'ended', given: 3 }, ['All prizes are gone']],
  ['elsewhere', { claimedElsewhere: true }, {}, ['Claimed with another account']],
  ['soon', {}, { status: 'upcoming', begins: now + day, ends: now + 2 * day }, ['You can take part once it starts']],
  ['news', {}, { prize: 'none', prizes: 0 }, ['Take part']],
] as const)('R137 a campaign that is %s says so, with nothing else to press', async (id, mine, change, shown) => {
  const { screen } = await page(`is-${id}`, { mine, change });
  for (const words of shown) expect(screen.text()).toContain(words);
  expect(screen.text()).not.toContain('Claim prize');
});

/** A page whose answers change while it is open. */
async function changingPage(id: string, first: Partial<Input<Campaign>>) {
  let change = first;
  let mine = { ...part, joinedAt: 1 };
  const host = await fakeHost({
    api: {
      airdrop: {
        info: async () => ({ campaign: campaign(id, change), mine }),
        live: async () => ({ list: [{ ...campaign(id, first), id }] }),
        winners: async () => ({ list: [], next: '' }),
        claim: async () => {
          throw new Fault('CAMPAIGN_EMPTY');
        },
      },
    },
  });
  const screen = await host.open(remote.Routes, `/airdrop/${id}/info`);
  return {
    host,
    screen,
    /** The gateway's next answers. */
    set(next: Partial<Input<Campaign>>, nextMine: Partial<Input<CampaignPart>> = {}) {
      change = { ...change, ...next };
      mine = { ...mine, ...nextMine };
    },
  };
}

test('R137 a draw that ends while its page is open shows the result, whatever an older poll says', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { host, screen, set } = await changingPage('ends', { way: 'draw', claims: 2 });
  set({}, { claimedAt: 1, ticket: 'abc' });
  await vi.advanceTimersByTimeAsync(limits.campaignLiveEvery);
  vi.useRealTimers();
  expect(screen.text()).toContain('Ends in');
  set({ status: 'ended', drawnAt: 5, given: 1 });
  host.emit({ type: 'featureNews', feature: 'airdrop', body: '' });
  await expect.poll(() => screen.text()).toContain('No prize this time');
  expect(screen.text()).not.toContain('Live');
  expect(screen.text()).not.toContain('Ends in');
});

test('R137 who loses the race for the last prize sees at once that it is gone, and nothing to claim', async () => {
  const { screen, set } = await changingPage('race', { given: 2 });
  set({ given: 3 });
  await screen.press('Claim prize');
  await expect.poll(() => screen.text()).toContain('All prizes are gone');
  expect(screen.text()).not.toContain('Claim prize');
});

test('R137 corrections are shown with their dates below the rules', async () => {
  const corrections = [{ time: Date.UTC(2026, 4, 1, 12), text: 'Two each' }];
  const { screen } = await page('corrected', { change: { rules: 'One each', corrections } });
  expect(screen.text()).toMatch(/One each.*Corrections.*1 May 2026.*Two each/);
});

test('a kind of task that this version does not know is left out', async () => {
  const { screen } = await page('newer', { change: { tasks: [task(), task({ kind: 9 as never })] } });
  expect(screen.text()).toContain('Follow Olga');
});

test('what is told of progress leads to one question', async () => {
  const { host } = await page('told', { mine: { joinedAt: 1 } });
  const before = host.calls.filter(([call]) => call === 'airdrop.info').length;
  for (let n = 0; n < 5; n += 1) host.emit({ type: 'featureNews', feature: 'airdrop', body: '' });
  host.emit({ type: 'featureNews', feature: 'polls', body: '' });
  const asked = () => host.calls.filter(([call]) => call === 'airdrop.info');
  await expect.poll(asked).toHaveLength(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked()).toHaveLength(before + 1);
});
