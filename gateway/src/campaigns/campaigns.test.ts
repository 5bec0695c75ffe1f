import { createHash } from 'node:crypto';
import type { Campaign, CampaignTask, Input } from '@amber/proto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  apiOf,
  connectAs,
  newPhone,
  outcomeCode,
  sendText,
  signIn,
  sendCommand,
  type Person,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { signInRequest, testWallet } from '../testing/wallet.ts';
import { limits } from '@amber/proto/limits';
import { walletStatements } from '@amber/proto/walletMessage';

let gateway: TestGateway;
let operator: Person;
let ann: Person;
const operators = new Set<string>();
let now = Date.now();
/** Sessions last for all of a test. */
const span = 300_000;

beforeAll(async () => {
  gateway = await startTestGateway({ operators, clock: () => now });
  operator = await signIn(gateway, { name: 'Olga' });
  operators.add(operator.identifier);
  ann = await signIn(gateway, { name: 'Ann' });
});
afterAll(() => gateway.close());
beforeEach(() => {
  now = Date.now();
});

let ids = 0;
const newId = () => `c-${(ids += 1)}`;
const draft = (change: Partial<Input<Campaign>> = {}): Input<Campaign> => ({
  id: newId(),
  title: 'Spring',
  reward: 'A badge',
  begins: now - span,
  ends: now + span,
  prize: 'code',
  prizes: 2,
  ...change,
});
const codes = ['alpha', 'beta'];
/** A live campaign. */
async function campaign(tasks: Partial<CampaignTask>[] = [], change: Partial<Input<Campaign>> = {}): Promise<string> {
  const one = draft({ tasks, ...change });
  await operator.api.airdrop.save({ campaign: one, codes: one.prize === 'code' ? codes : [] });
  return one.id!;
}
const info = async (person: Person, id: string) => await person.api.airdrop.info({ id });
const done = async (person: Person, id: string) => (await info(person, id)).campaign!.tasks.map((task) => task.done);
const claim = (person: Person, id: string, ticket = '') => outcomeCode(person.api.airdrop.claim({ id, ticket }));

test('R137 joining a space counts when it happened, and since the start where the rules say so', async () => {
  const { spaceInfo } = await operator.api.groupChat.createSpace({
    spaceName: 'Fans',
    spaceClassification: 'community',
  });
  const target = spaceInfo!.spaceId;
  const early = await signIn(gateway, { name: 'Early' });
  now -= 10 * span;
  await early.api.conversation.directJoin({ spaceId: target });
  now += 10 * span;
  const [strict, lax] = [
    await campaign([{ kind: 'joinSpace', target, fromStart: true }]),
    await campaign([{ kind: 'joinSpace', target }]),
  ];
  // A page that says that it is done is not asked.
  expect([await claim(ann, strict), await claim(early, strict)]).toEqual(['CAMPAIGN_TASKS', 'CAMPAIGN_TASKS']);
  expect([await done(early, strict), await done(early, lax)]).toEqual([[0], [1]]);
  await ann.api.conversation.directJoin({ spaceId: target });
  expect((await info(ann, strict)).campaign!.tasks).toMatchObject([
    { kind: 'joinSpace', name: 'Fans', done: 1, count: 1 },
  ]);
  expect([await claim(ann, strict), await claim(early, lax)]).toEqual(['SUCCESS', 'SUCCESS']);
  expect((await info(ann, strict)).mine).toMatchObject({ place: 1, code: 'alpha' });
});

test('R137 an invitation counts once the newcomer has a profile', async () => {
  const id = await campaign([{ kind: 'invite', count: 2, fromStart: true }]);
  const { inviteId } = await ann.api.user.getInviteUsers({});
  const newcomer = async (hasProfile: boolean) => {
    const phone = newPhone();
    const deviceId = `d${phone.slice(1)}`;
    const api = apiOf(gateway.url);
    await api.login.getSms({ phone, deviceId });
    const { token } = await api.login.login({ phone, code: gateway.lastCode(phone), appId: 1, deviceId });
    const own = apiOf(gateway.url, token);
    await own.user.init({ uuid: deviceId, inviteId });
    if (hasProfile) await own.user.updateUserInfo({ avatar: '/chat/avatars/fox.svg', lastName: 'New' });
  };
  await newcomer(true);
  await newcomer(false);
  expect(await done(ann, id)).toEqual([1]);
  expect(await claim(ann, id)).toBe('CAMPAIGN_TASKS');
  await newcomer(true);
  expect([await done(ann, id), await claim(ann, id)]).toEqual([[2], 'SUCCESS']);
});

test('R137 a wallet counts as soon as it is bound', async () => {
  const person = await signIn(gateway);
  const id = await campaign([{ kind: 'bindWallet' }]);
  expect(await claim(person, id)).toBe('CAMPAIGN_TASKS');
  const { deviceId } = person;
  const { appId: _, ...signed } = await signInRequest(gateway, testWallet(), {
    deviceId,
    statement: walletStatements.bind(person.identifier),
  });
  await person.api.user.bindWallet(signed);
  expect([await done(person, id), await claim(person, id)]).toEqual([[1], 'SUCCESS']);
});

test('R137 words in a room count from the start on, and not once they are withdrawn', async () => {
  const target = 'welcome-general';
  await query(
    gateway,
    "insert into space_member (space, identifier) values ('welcome', $1); ".replace('$1', `'${ann.identifier}'`) +
      `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) values ('${target}', '${ann.identifier}', 'member', 0, 1, '{}')`,
  );
  await sendText(ann, target, 'before', { type: 'group' });
  const id = await campaign([{ kind: 'say', target }]);
  expect([await done(ann, id), await claim(ann, id)]).toEqual([[0], 'CAMPAIGN_TASKS']);
  const { id: said } = await sendText(ann, target, 'hello', { type: 'group' });
  expect(await done(ann, id)).toEqual([1]);
  await sendCommand(ann, target, 'withdraw', { targets: [said] });
  expect([await done(ann, id), await claim(ann, id)]).toEqual([[0], 'CAMPAIGN_TASKS']);
  await sendText(ann, target, 'again', { type: 'group' });
  expect([await done(ann, id), await claim(ann, id)]).toEqual([[1], 'SUCCESS']);
});

test('R137 following counts while it lasts', async () => {
  const id = await campaign([{ kind: 'follow', target: operator.identifier, fromStart: true }]);
  const follow = (on: boolean) => ann.api.circle.followBlog({ identifier: operator.identifier, follow: on });
  await follow(true);
  expect(await done(ann, id)).toEqual([1]);
  await follow(false);
  expect([await done(ann, id), await claim(ann, id)]).toEqual([[0], 'CAMPAIGN_TASKS']);
  await follow(true);
  expect(await claim(ann, id)).toBe('SUCCESS');
});

test('R137 who may come further hears so over the socket, a crowd of news is one, and who is done is told once', async () => {
  const person = await signIn(gateway);
  const id = await campaign([{ kind: 'follow', target: operator.identifier }]);
  await person.api.airdrop.join({ id });
  const socket = await connectAs(person);
  now += 60_000; // so that the live tasks are read again
  for (const follow of [true, false, true])
    await person.api.circle.followBlog({ identifier: operator.identifier, follow });
  await socket.until(() => socket.notices.some(({ type, cmdId }) => type === 'featureNews' && cmdId === 'airdrop'));
  expect(socket.notices.filter(({ type }) => type === 'featureNews')).toHaveLength(1);
  await socket.until(() => socket.notices.some(({ type }) => type === 'campaignNews'));
  socket.close();
  expect(await newsOf(person, id)).toEqual([{ kind: 'ready', campaignId: id, title: 'Spring', reward: 'A badge' }]);
});

test('R137 taking part and claiming are for the time between start and end', async () => {
  const id = await campaign([], { begins: now + span, ends: now + 2 * span });
  const join = () => outcomeCode(ann.api.airdrop.join({ id }));
  expect([await join(), await claim(ann, id)]).toEqual(['CAMPAIGN_CLOSED', 'CAMPAIGN_CLOSED']);
  now += 1.5 * span;
  expect([await join(), await join()]).toEqual(['SUCCESS', 'SUCCESS']);
  expect((await info(ann, id)).campaign).toMatchObject({ participants: 1, given: 0 });
  await operator.api.airdrop.stop({ id });
  expect(await claim(ann, id)).toBe('CAMPAIGN_CLOSED');
  expect((await info(ann, id)).campaign).toMatchObject({ status: 'ended', state: 'stopped' });
});

test('open pages get the numbers that change, of what there is', async () => {
  const id = await campaign();
  await ann.api.airdrop.join({ id });
  const { list } = await apiOf(gateway.url).airdrop.live({ ids: [id, 'nowhere'] });
  expect(list).toMatchObject([{ id, status: 'live', participants: 1, given: 0, drawnAt: 0 }]);
  await ann.api.airdrop.claim({ id });
  now += 1_000;
  expect((await apiOf(gateway.url).airdrop.live({ ids: [id] })).list).toMatchObject([{ id, given: 1, claims: 1 }]);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('R137 anybody can repeat a draw: the seed shown afterwards has the hash from before, and gives the same winners', async () => {
  const id = await campaign([], { way: 'draw' });
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => signIn(gateway, { name: `P${n}` })));
  for (const [n, person] of people.entries())
    expect(await claim(person, id, sha256(`${n}`).slice(0, 32))).toBe('SUCCESS');
  const before = (await info(ann, id)).campaign!;
  expect(before).toMatchObject({ claims: 6, given: 0, seed: '' });
  const visitor = apiOf(gateway.url);
  expect((await visitor.airdrop.draw({ id })).list).toEqual([]);
  expect((await visitor.airdrop.winners({ id })).list).toEqual([]);
  now += 2 * span;
  // Many look at once: it is drawn once.
  const [after] = await Promise.all(
    Array.from({ length: 8 }, async () => (await visitor.airdrop.info({ id })).campaign!),
  );
  expect(after!.seedHash).toBe(before.seedHash);
  expect(sha256(after!.seed)).toBe(before.seedHash);
  const { list } = await visitor.airdrop.draw({ id });
  const ranked = list.toSorted((a, b) =>
    sha256(`${after!.seed}:${a.ticket}`) < sha256(`${after!.seed}:${b.ticket}`) ? -1 : 1,
  );
  expect(ranked.map(({ place }) => place)).toEqual([1, 2, 0, 0, 0, 0]);
  const winners = (await visitor.airdrop.winners({ id })).list;
  expect(winners.map(({ ticket }) => ticket)).toEqual(ranked.slice(0, 2).map(({ ticket }) => ticket));
  const winner = people.find(({ identifier }) => identifier === winners[0]!.user!.identifier)!;
  expect((await info(winner, id)).mine).toMatchObject({ place: 1, code: 'alpha' });
  expect(after).toMatchObject({ given: 2 });
});

/** What a person's devices are told of campaigns, as far as it is about this one. */
const newsOf = async (person: Person, id: string) =>
  (await person.api.message.sync({})).notices
    .filter(({ type }) => type === 'campaignNews')
    .map(({ body }) => JSON.parse(body) as { kind: string; campaignId: string })
    .filter(({ campaignId }) => campaignId === id);

test('R137 the sweep draws what nobody looks at; who won is told once, also after being away', async () => {
  const id = await campaign([], { way: 'draw', prizes: 1 });
  const other = await signIn(gateway, { name: 'Other' });
  await claim(ann, id, 'f'.repeat(32));
  await claim(other, id, 'e'.repeat(32));
  now += 2 * span;
  await Promise.all([gateway.sweep(), apiOf(gateway.url).airdrop.info({ id }), gateway.sweep()]);
  const { rows } = await query(gateway, 'select given from campaign where id = $1', [id]);
  expect(rows).toEqual([{ given: 1 }]);
  const [winner, loser] = (await info(ann, id)).mine!.place > 0 ? [ann, other] : [other, ann];
  expect(await newsOf(winner, id)).toEqual([{ kind: 'won', campaignId: id, title: 'Spring', reward: 'A badge' }]);
  expect(await newsOf(loser, id)).toEqual([]);
});

test('R137 rules and reward of a campaign that has begun stay; dated corrections are added, once each', async () => {
  const announcement = draft({ rules: 'One each', prize: 'none', prizes: 0, state: 'published' });
  const prized = draft({ rules: 'One each', state: 'published' });
  for (const one of [announcement, prized]) {
    const save = (change: Partial<Input<Campaign>>) =>
      outcomeCode(operator.api.airdrop.save({ campaign: { ...one, ...change }, codes: [] }));
    await operator.api.airdrop.save({ campaign: one, codes: one === prized ? codes : [] });
    expect([await save({ rules: 'None' }), await save({ reward: 'A pin' })]).toEqual([
      'CAMPAIGN_BEGUN',
      'CAMPAIGN_BEGUN',
    ]);
    // Nor after the start was moved into the future.
    expect(await save({ begins: now + span, ends: now + 2 * span })).toBe('CAMPAIGN_BEGUN');
    expect(await save({ title: 'Renamed', corrections: [{ time: 1, text: 'Forged' }] })).toBe('SUCCESS');
    expect((await info(ann, one.id!)).campaign).toMatchObject({ title: 'Renamed', rules: 'One each', corrections: [] });
  }
  const id = prized.id!;
  const correct = (text: string) => operator.api.airdrop.correct({ id, text });
  await correct('Two each');
  now += 1_000;
  await correct(' Two each ');
  const { campaign: corrected } = await correct('No, one each');
  const corrections = [
    { time: now - 1_000, text: 'Two each' },
    { time: now, text: 'No, one each' },
  ];
  expect(corrected!.corrections).toEqual(corrections);
  // A visitor sees them, too; lists omit them.
  expect((await apiOf(gateway.url).airdrop.info({ id })).campaign!.corrections).toEqual(corrections);
  const listed = (await apiOf(gateway.url).airdrop.list({})).list.find((one) => one.id === id);
  expect(listed!.corrections).toEqual([]);
  for (let n = corrections.length; n < limits.campaignCorrectionsMax; n += 1) await correct(`Number ${n}`);
  expect([
    await outcomeCode(correct('One too many')),
    await outcomeCode(correct('')),
    await outcomeCode(correct('x'.repeat(limits.campaignCorrectionMax + 1))),
  ]).toEqual(['BAD_REQUEST', 'BAD_REQUEST', 'BAD_REQUEST']);

  const later = draft({ begins: now + span, ends: now + 2 * span, state: 'published' });
  await operator.api.airdrop.save({ campaign: later, codes });
  expect(await outcomeCode(operator.api.airdrop.correct({ id: later.id!, text: 'Early' }))).toBe('BAD_REQUEST');
});

test('R137 my other devices are notified of a claim; an account with the same phone learns that it cannot claim', async () => {
  const [me, twin] = [await signIn(gateway, { name: 'Me' }), await signIn(gateway, { name: 'Twin' })];
  const id = await campaign();
  const device = await connectAs(me);
  expect((await info(twin, id)).mine!.claimedElsewhere).toBe(false);
  expect(await claim(me, id)).toBe('SUCCESS');
  await device.until(() => device.notices.some(({ type, cmdId }) => type === 'featureNews' && cmdId === 'airdrop'));
  device.close();
  expect((await info(me, id)).mine!.claimedElsewhere).toBe(false);
  // The first account gives its number up, and the second takes it.
  const { rows } = await query(gateway, 'select phone from person where identifier = $1', [me.identifier]);
  await query(gateway, 'update person set phone = null where identifier = $1', [me.identifier]);
  await query(gateway, 'update person set phone = $2 where identifier = $1', [twin.identifier, rows[0]!.phone]);
  expect((await info(twin, id)).mine!.claimedElsewhere).toBe(true);
  expect(await claim(twin, id)).toBe('CAMPAIGN_TWICE');
});

test('a draft is for operators; what has begun changes in its title and picture only', async () => {
  const one = draft({ state: 'draft', begins: now + span, ends: now + 2 * span });
  const save = (change: Partial<Input<Campaign>>, own: string[] = []) =>
    outcomeCode(operator.api.airdrop.save({ campaign: { ...one, ...change }, codes: own }));
  expect(await save({})).toBe('SUCCESS');
  expect(await outcomeCode(ann.api.airdrop.info({ id: one.id! }))).toBe('NO_AUTH');
  expect((await apiOf(gateway.url).airdrop.list({})).list.map(({ id }) => id)).not.toContain(one.id);
  expect(await info(operator, one.id!)).toMatchObject({ campaign: { state: 'draft' }, codes: 0 });
  expect((await operator.api.airdrop.manage({})).list.map(({ campaign: found }) => found!.id)).toContain(one.id);

  expect(await save({ state: 'published' })).toBe('CAMPAIGN_CODES');
  expect(await save({ state: 'published' }, ['same', 'same'])).toBe('CAMPAIGN_CODES');
  expect(await save({ state: 'published' }, codes)).toBe('SUCCESS');
  expect([(await info(operator, one.id!)).codes, (await info(ann, one.id!)).codes]).toEqual([2, 0]);
  expect(await save({ state: 'draft' })).toBe('BAD_REQUEST');
  now += 1.5 * span;
  expect(await save({ state: 'published', prizes: 3 })).toBe('CAMPAIGN_BEGUN');
  expect(await save({ state: 'published', title: 'Renamed' })).toBe('SUCCESS');
  expect((await info(ann, one.id!)).campaign!.title).toBe('Renamed');
  await operator.api.airdrop.remove({ id: one.id! });
  expect(await outcomeCode(info(ann, one.id!))).toBe('SUCCESS');
});

test.each([
  ['a space that is not there', [{ kind: 'joinSpace', target: 'nowhere' }], 'CAMPAIGN_TARGET'],
  ['a private chat as a room', [{ kind: 'say', target: 'nowhere' }], 'CAMPAIGN_TARGET'],
  ['a wallet with a target', [{ kind: 'bindWallet', target: 'x' }], 'BAD_REQUEST'],
  ['joining three times', [{ kind: 'joinSpace', target: 'welcome', count: 3 }], 'BAD_REQUEST'],
  ['51 invitations', [{ kind: 'invite', count: 51 }], 'BAD_REQUEST'],
  [
    'the same task twice',
    [
      { kind: 'invite', count: 1 },
      { kind: 'invite', count: 2 },
    ],
    'BAD_REQUEST',
  ],
] as [string, Partial<CampaignTask>[], string][])('a task with %s is refused', async (_, tasks, code) => {
  expect(await outcomeCode(operator.api.airdrop.save({ campaign: draft({ tasks }), codes }))).toBe(code);
});

test('operators see who has a network or an inviter in common, and the prizes; a while later no network is kept', async () => {
  const id = await campaign([], { prizes: 2 });
  const people = await Promise.all(Array.from({ length: 3 }, (_, n) => signIn(gateway, { name: `Twin ${n}` })));
  for (const person of people) await claim(person, id);
  await query(gateway, "update campaign_claim set network = '203.0.113' where campaign = $1", [id]);
  expect((await operator.api.airdrop.clusters({ id })).list).toEqual([]); // two won, the third came too late
  const draw = await campaign([], { way: 'draw' });
  for (const [n, person] of people.entries()) await claim(person, draw, `${n}`.repeat(32));
  await query(gateway, "update campaign_claim set network = '203.0.113' where campaign = $1", [draw]);
  for (const { identifier } of people)
    await query(gateway, 'insert into invited values ($1, $2, 1)', [identifier, ann.identifier]);
  expect((await operator.api.airdrop.clusters({ id: draw })).list).toMatchObject([
    { kind: 'inviter', label: 'Ann', count: 3 },
    { kind: 'network', label: '203.0.113', count: 3, people: [{}, {}, {}] },
  ]);
  expect((await operator.api.airdrop.prizes({ id })).list.map(({ place, code }) => [place, code])).toEqual([
    [1, 'alpha'],
    [2, 'beta'],
  ]);
  now += 40 * 86_400_000;
  await gateway.sweep();
  const { rows } = await query(gateway, "select count(*)::int from campaign_claim where network <> ''");
  expect(rows).toEqual([{ count: 0 }]);
});
