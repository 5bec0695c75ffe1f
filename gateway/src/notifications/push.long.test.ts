import type { Conversation_UserSetting, PushChoices } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { insertAccounts, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { createPushJobs } from './pushJobs.ts';
import { startPushService, subscriptionAt, subscriptionKeys, vapidOf } from '../testing/pushService.ts';
import { scaledTimeout } from '../testing/machine.ts';

let gateway: TestGateway;
let service: Awaited<ReturnType<typeof startPushService>>;
let alice: Person;
let bob: Person;
let chat: string;
let offset = 0;
/** Stops the gateway's clock, so that nothing becomes due. */
let stoppedAt: number | null = null;
const clock = () => stoppedAt ?? Date.now() + offset;
const quick = {
  pushDelay: 120,
  callPushDelay: 120,
  pushBatchWindow: 20,
  pushPollEvery: 100,
  pushTimeout: scaledTimeout(2_000),
  pushBackoff: 60,
};
const operators = new Set<string>();
const options = { operators, clock, pushLoopback: true, pushSubject: 'mailto:op@example.org', limits: quick };

beforeAll(async () => {
  gateway = await startTestGateway(options);
});
beforeEach(async () => {
  service = await startPushService();
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
  chat = await chatOf(alice, bob);
});
afterEach(() => service.close());
afterAll(() => gateway.close());

interface Shown {
  notification?: {
    title: string;
    body: string;
    tag: string;
    app_badge: number;
    navigate: string;
    data: { seq: number; count: number };
  };
  close?: { conversation: string; seq: number };
}

let subscribed = 0;
/** A device with notifications on, and what reaches it. */
async function subscribe(person: Person, choices: Partial<PushChoices> = {}) {
  const keys = subscriptionKeys();
  const endpoint = `${service.url}/send/${(subscribed += 1)}`;
  await person.api.push.subscribe(subscriptionAt(endpoint, keys, choices));
  const shown = () => service.pushesTo(endpoint).map(({ body }) => JSON.parse(keys.open(body)) as Shown);
  return {
    endpoint,
    shown,
    bodies: () => shown().map(({ notification }) => notification?.body),
    raw: () => service.pushesTo(endpoint),
    /** Resolves once there are as many. */
    until: (count: number) => expect.poll(() => service.pushesTo(endpoint).length, { interval: 20 }).toBe(count),
  };
}
const settled = () => new Promise((done) => setTimeout(done, 500));
const subscriptionsOf = async ({ identifier }: Person) =>
  (await query(gateway, 'select endpoint from push_subscription where identifier = $1', [identifier])).rows.length;

const sendSealed = (from: Person, to: Person) =>
  from.api.message.sendPrivateMessage({
    id: newMessageId(),
    conversation: { conversationId: chat },
    content: [{ type: 'text', message: 'sealed', to: { identifier: to.identifier, deviceId: to.deviceId } }],
  });

test('R140 messages of a chat are one notification, encrypted for the device and signed by the gateway', async () => {
  const device = await subscribe(bob);
  stoppedAt = clock();
  await sendText(alice, chat, 'Are you there?');
  await sendText(alice, chat, 'The boat is ready');
  stoppedAt = null;
  await device.until(1);
  expect(device.shown()).toMatchObject([
    {
      web_push: 8030,
      notification: {
        title: 'Alice',
        body: 'The boat is ready',
        navigate: `/chat/channels/me/${chat}`,
        tag: chat,
        app_badge: 2,
        data: { count: 2 },
      },
    },
  ]);
  const [{ headers, body }] = device.raw() as [ReturnType<typeof device.raw>[number]];
  expect(body.includes('boat')).toBe(false);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
  const { publicKey } = await bob.api.push.key({});
  const vapid = vapidOf(device.raw()[0]!);
  expect(vapid).toMatchObject({
    key: publicKey,
    isSigned: true,
    claims: { aud: service.url, sub: 'mailto:op@example.org' },
  });
  await sendText(alice, chat, 'Hurry');
  await device.until(2);
  // While the device is off, its push service keeps the last one of a chat.
  expect(device.raw()[1]!.headers['topic']).toBe(headers['topic']);
  await settled();
  await device.until(2);
});

test('R141 a sealed chat’s push names the sender and holds no text, also where text is wanted', async () => {
  const device = await subscribe(bob);
  await sendSealed(alice, bob);
  await device.until(1);
  expect(device.shown()).toMatchObject([{ notification: { title: 'Alice', body: 'New message' } }]);
});

test('R141 a muted chat, quiet hours and a group without a mention are silent', async () => {
  const group = await groupOf(alice, bob);
  const hour = new Date(clock()).getUTCHours() * 60;
  const devices = [
    await subscribe(bob, { mentionsOnly: true }),
    await subscribe(await another(bob), {
      quiet: true,
      quietFrom: hour,
      quietTo: (hour + 120) % 1_440,
      timeZone: 'UTC',
    }),
  ] as const;
  await sendText(alice, group, 'For everybody', { type: 'group' });
  await bob.api.conversation.setUserSetting({
    conversationId: chat,
    userSetting: { noDisturb: true },
    fields: ['noDisturb'],
  });
  await sendText(alice, chat, 'For Bob');
  await settled();
  expect(service.received).toEqual([]);

  const mention = JSON.stringify({ text: '@Bob look', mentions: [bob.identifier] });
  await alice.api.message.sendGroupMessage({
    id: newMessageId(),
    conversation: { conversationId: group, conversationType: 'group' },
    content: [{ type: 'text', message: mention }],
  });
  await devices[0].until(1);
  expect(devices[0].bodies()).toEqual(['Alice: @Bob look']);
  expect(devices[1].raw()).toEqual([]);
});

const another = (person: Person) => {
  offset += 60_000; // a code a minute
  return signIn(gateway, { phone: person.phone, name: 'Bob' });
};

test('R141 R216 a timed mute is silent up to its end, and no later; the badge leaves out what is muted or archived', async () => {
  const device = await subscribe(bob);
  const set = (userSetting: Partial<Conversation_UserSetting>) =>
    bob.api.conversation.setUserSetting({ conversationId: chat, userSetting, fields: Object.keys(userSetting) });
  stoppedAt = clock();
  await set({ noDisturb: true, mutedUntil: stoppedAt + 1 });
  await sendText(alice, chat, 'While muted');
  await settled();
  stoppedAt += limits.pushTimeout; // every job is due
  await settled();
  expect(service.received).toEqual([]);

  const { seq } = await sendText(alice, chat, 'After the end');
  await settled();
  stoppedAt += limits.pushTimeout;
  await device.until(1);
  expect(device.shown()).toMatchObject([{ notification: { body: 'After the end', app_badge: 2 } }]);
  stoppedAt = null;

  const group = await groupOf(alice, bob);
  await set({ archivedSeq: seq, markedUnread: true });
  await sendText(alice, group, 'Elsewhere', { type: 'group' });
  await device.until(2);
  expect(device.shown()[1]).toMatchObject({ notification: { app_badge: 1 } });
  // A later message returns the chat to the list, and its unread messages to the count.
  await sendText(alice, chat, 'It is back');
  await device.until(3);
  expect(device.shown()[2]).toMatchObject({ notification: { app_badge: 4 } });
  const read = await bob.api.message.read({ conversationId: chat, seq: seq + 1 });
  await set({ markedUnread: true });
  await sendText(alice, group, 'And again', { type: 'group' });
  await expect
    .poll(() => device.shown().at(-1)?.notification)
    .toMatchObject({ body: 'Alice: And again', app_badge: 3 });
  expect(read).toEqual({ seq: seq + 1 });
});

test('R141 one group can be for mentions alone', async () => {
  const group = await groupOf(alice, bob);
  const device = await subscribe(bob);
  await bob.api.conversation.setUserSetting({
    conversationId: group,
    userSetting: { mentionsOnly: true },
    fields: ['mentionsOnly'],
  });
  await sendText(alice, group, 'For everybody', { type: 'group' });
  await sendText(alice, chat, 'For Bob');
  await device.until(1);
  await settled();
  expect(device.bodies()).toEqual(['For Bob']);
});

test('R140 what is read in time notifies nobody; read later it is closed on the other devices', async () => {
  const laptop = await another(bob);
  const [device, other] = [await subscribe(bob), await subscribe(laptop)];
  stoppedAt = clock();
  const { seq } = await sendText(alice, chat, 'Read at once');
  await bob.api.message.read({ conversationId: chat, seq });
  stoppedAt = null;
  await settled();
  expect(service.received).toEqual([]);

  const { seq: later } = await sendText(alice, chat, 'Read later');
  await Promise.all([device.until(1), other.until(1)]);
  await laptop.api.message.read({ conversationId: chat, seq: later });
  await device.until(2);
  expect(device.shown()[1]).toMatchObject({ close: { conversation: chat, seq: later, app_badge: 0 } });
  await settled();
  // The device that has read it closes it by itself.
  expect(other.raw()).toHaveLength(1);
});

test('a withdrawn message is closed, and one’s own, an edit or a blocked person’s notifies nobody', async () => {
  const group = await groupOf(alice, bob, await signIn(gateway, { name: 'Carol' }));
  const device = await subscribe(bob);
  await sendText(bob, chat, 'Mine');
  await sendText(bob, group, 'Mine too', { type: 'group' });
  const { id } = await sendText(alice, chat, 'Not for long');
  await device.until(1);
  await sendCommand(alice, chat, 'withdraw', { targets: [id], type: 'private' });
  await device.until(2);
  expect(device.shown()[1]).toHaveProperty('close');
  await bob.api.contact.block({ identifier: alice.identifier });
  await sendText(alice, group, 'From somebody blocked', { type: 'group' });
  await settled();
  await device.until(2);
});

test.each([404, 410])('R139 a subscription that is gone (%i) ends, and the messages stay', async (status) => {
  const device = await subscribe(bob);
  service.state.answer = status;
  await sendText(alice, chat, 'Are you there?');
  await device.until(1);
  await expect.poll(() => subscriptionsOf(bob)).toBe(0);
  expect(await rowsOf(bob)).toHaveLength(1);
});

test('a push service that refuses is asked again with pauses, and not for ever', async () => {
  const device = await subscribe(bob);
  service.state.next = [503, { status: 429, headers: { 'retry-after': '0' } }];
  await sendText(alice, chat, 'One');
  await device.until(3);
  await settled();
  await device.until(3);
  service.state.answer = 500;
  await sendText(alice, chat, 'Two');
  await device.until(3 + limits.pushAttempts);
  await settled();
  await device.until(3 + limits.pushAttempts);
  expect(await subscriptionsOf(bob)).toBe(1);
  service.state.answer = { status: 302, headers: { location: `${service.url}/elsewhere` } };
  await sendText(alice, chat, 'Three');
  await device.until(4 + limits.pushAttempts);
  expect(service.received.some(({ path }) => path === '/elsewhere')).toBe(false);
});

test('a push service that hangs holds up neither messages nor the pushes of others', async () => {
  const [hanging, good] = [await startPushService(), await subscribe(bob)];
  hanging.state.answer = 'hang';
  const people = await Promise.all(Array.from({ length: 20 }, () => signIn(gateway)));
  const group = await groupOf(alice, bob, ...people);
  for (const [n, person] of people.entries())
    await person.api.push.subscribe(subscriptionAt(`${hanging.url}/send/${n}`));
  for (let n = 0; n < 5; n += 1) await sendText(alice, group, `Message ${n}`, { type: 'group' });
  await good.until(1);
  expect(await rowsOf(people[0]!)).toHaveLength(6);
  for (const person of people) await person.api.push.unsubscribe({});
  await hanging.close();
});

test('R139 signing out and switching accounts end it; a wrong key or address is refused', async () => {
  const keys = subscriptionKeys();
  const endpoint = `${service.url}/send/shared`;
  await bob.api.push.subscribe(subscriptionAt(endpoint, keys));
  await alice.api.push.subscribe(subscriptionAt(endpoint, keys));
  expect(await subscriptionsOf(bob)).toBe(0);
  await alice.api.user.logOut({});
  await expect.poll(() => subscriptionsOf(alice)).toBe(0);

  const bad = { ...keys, p256dh: keys.auth };
  for (const request of [
    subscriptionAt(endpoint, bad),
    subscriptionAt('https://10.0.0.1/a'),
    subscriptionAt(endpoint, keys, { quietFrom: 1_440 }),
    subscriptionAt(endpoint, keys, { quiet: true, timeZone: 'Nowhere/Never' }),
    { ...subscriptionAt(endpoint, keys), choices: null },
  ])
    expect(await outcomeCode(bob.api.push.subscribe(request))).toBe('BAD_REQUEST');
});

test('R137 R141 who wins a draw is notified once, in their own words; quiet hours hold, and who lost hears nothing', async () => {
  const id = 'push-draw';
  operators.add(alice.identifier);
  const [carol, dave] = [await signIn(gateway, { name: 'Carol' }), await signIn(gateway, { name: 'Dave' })];
  const hour = new Date(clock()).getUTCHours() * 60;
  const quiet = { quiet: true, quietFrom: hour, quietTo: (hour + 120) % 1_440, timeZone: 'UTC' };
  const campaign = { id, title: 'Spring', reward: 'A boat', way: 'draw', prize: 'code', prizes: 2 } as const;
  await alice.api.airdrop.save({
    campaign: { ...campaign, begins: clock() - 1_000, ends: clock() + 60_000 },
    codes: ['one', 'two'],
  });
  for (const [n, person] of [bob, carol].entries()) await person.api.airdrop.claim({ id, ticket: `${n}`.repeat(32) });
  const devices = [
    await subscribe(bob, { won: '你中奖了' }),
    await subscribe(await another(bob), { showText: false, won: '' }),
  ] as const;
  await subscribe(carol, quiet);
  await subscribe(dave);
  offset += 60_001;
  await Promise.all([gateway.sweep(), gateway.sweep()]);
  await Promise.all(devices.map((device) => device.until(1)));
  await settled();
  expect(service.received).toHaveLength(2);
  expect(devices.map((device) => device.shown()[0]!.notification)).toMatchObject([
    {
      title: 'Spring',
      body: '你中奖了: A boat',
      navigate: `/chat/airdrop/${id}/info`,
      data: { path: `/airdrop/${id}/info` },
    },
    { title: 'Amber', body: 'You won a prize' },
  ]);
});

test('R137 R141 who has done all tasks is notified once, in their own words, unless they claim meanwhile', async () => {
  const id = 'push-ready';
  operators.add(alice.identifier);
  const carol = await signIn(gateway, { name: 'Carol' });
  const campaign = { id, title: 'Spring', reward: 'A boat', way: 'firstCome', prize: 'code', prizes: 2 } as const;
  const tasks = [{ kind: 'follow', target: alice.identifier, count: 1 }] as const;
  await alice.api.airdrop.save({
    campaign: { ...campaign, begins: clock() - 1_000, ends: clock() + 3_600_000, tasks: [...tasks] },
    codes: ['one', 'two'],
  });
  offset += limits.campaignTasksTtl;
  const [bobs, carols] = [await subscribe(bob, { ready: '任务已全部完成' }), await subscribe(carol)];
  const isReady = async (person: Person) =>
    (await query(gateway, 'select from push_job where identifier = $1 and due_at is not null', [person.identifier]))
      .rows.length;
  for (const person of [bob, carol]) {
    await person.api.airdrop.join({ id });
    await person.api.circle.followBlog({ identifier: alice.identifier, follow: true });
    await expect.poll(() => isReady(person)).toBe(1);
  }
  await carol.api.airdrop.claim({ id });
  expect(bobs.shown()).toEqual([]);
  offset += limits.campaignReadyPushAfter;
  await bobs.until(1);
  await settled();
  expect(bobs.shown()).toMatchObject([
    { notification: { title: 'Spring', body: '任务已全部完成: A boat', data: { path: `/airdrop/${id}/info` } } },
  ]);
  expect(carols.shown()).toEqual([]);
});

test('a test notification goes out at once, and says whether the push service took it', async () => {
  expect(await bob.api.push.test({ text: 'Hello' })).toEqual({ accepted: false });
  const device = await subscribe(bob);
  expect(await bob.api.push.test({ text: 'It works' })).toEqual({ accepted: true });
  expect(device.bodies()).toEqual(['It works']);
  service.state.answer = 410;
  expect(await bob.api.push.test({ text: 'Gone' })).toEqual({ accepted: false });
  expect(await subscriptionsOf(bob)).toBe(0);
});

test('the keys and what is due survive a restart of the gateway', async () => {
  const before = await startTestGateway({ ...options, limits: { ...quick, pushDelay: 60_000 } });
  const [carol, dave] = [await signIn(before), await signIn(before)];
  const keys = subscriptionKeys();
  const endpoint = `${service.url}/send/restart`;
  await dave.api.push.subscribe(subscriptionAt(endpoint, keys));
  const { publicKey } = await dave.api.push.key({});
  await sendText(carol, await chatOf(carol, dave), 'Before the restart');
  await before.close();
  expect(service.received).toEqual([]);
  const after = await startTestGateway({ ...options, databaseUrl: before.databaseUrl, clock: () => clock() + 60_000 });
  await expect.poll(() => service.pushesTo(endpoint).length).toBe(1);
  expect(keys.open(service.pushesTo(endpoint)[0]!.body)).toContain('Before the restart');
  expect(
    (await query<{ value: string }>(after, "select value from setting where name = 'vapidKeys'")).rows[0]!.value,
  ).toContain(publicKey);
  await after.close();
});

test('R241 R140 a message whose gateway died before it stored the push notifies once, also if that gateway wakes', async () => {
  const stopped = await startTestGateway({ ...options, limits: { ...quick, pushBatchWindow: 3_600_000 } });
  const other = await startTestGateway({
    ...options,
    databaseUrl: stopped.databaseUrl,
    limits: { ...quick, leaseFor: 400 },
  });
  const [carol, dave] = [await signIn(stopped), await signIn(stopped)];
  const endpoint = `${service.url}/send/stopped`;
  await dave.api.push.subscribe(subscriptionAt(endpoint));
  await sendText(carol, await chatOf(carol, dave), 'Before it died');
  await settled();
  expect(service.received).toEqual([]);
  await query(other, "insert into lease (name, leased_until, due_at) values ('gateway dead', now(), now())");
  await expect.poll(() => service.pushesTo(endpoint).length).toBe(1);
  // It stores its hints late.
  await stopped.close();
  await settled();
  expect(service.pushesTo(endpoint).length).toBe(1);
  await other.close();
});

test('R251 R140 who may answer in a bot’s place is notified of somebody who waits, without content, until one answers', async () => {
  const { aiBotInfo } = await bob.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'clone', name: 'Shop', audience: 'everyone', humans: 'owner' },
  });
  const [phone, laptop] = [await subscribe(bob, { waiting: '有人在等你' }), await subscribe(await another(bob))];
  const [asker, quiet] = [await subscribe(alice), await signIn(gateway, { name: 'Quentin' })];
  operators.add(quiet.identifier);
  const silent = await subscribe(quiet, { quiet: true, quietFrom: 0, quietTo: 1_439, timeZone: 'UTC' });
  const { conversation } = await alice.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  const conversationId = conversation!.conversionId;
  const ask = () => alice.api.aiBot.customerServiceConnect({ conversationId });
  const tag = `waiting ${conversationId}`;

  await ask();
  await Promise.all([phone.until(1), laptop.until(1)]);
  const shown = phone.shown()[0]!.notification!;
  expect(shown).toMatchObject({ title: 'Amber', body: '有人在等你', navigate: '/chat/ai/agent', tag, app_badge: 1 });
  expect(JSON.stringify(phone.shown())).not.toMatch(/Alice|Shop/);
  expect(laptop.bodies()).toEqual(['Somebody waits']);

  await bob.api.aiBot.agentTake({ conversationId });
  await Promise.all([phone.until(2), laptop.until(2)]);
  expect(phone.shown()[1]!.close).toMatchObject({ conversation: tag, seq: shown.data.seq, app_badge: 0 });

  // The next request notifies again; one that is over in time does not.
  await bob.api.aiBot.agentRelease({ conversationId });
  await ask();
  await Promise.all([phone.until(3), laptop.until(3)]);
  await alice.api.aiBot.transformState({ conversationId, state: 'AI' });
  await Promise.all([phone.until(4), laptop.until(4)]);
  await settled();
  stoppedAt = clock();
  await ask();
  await alice.api.aiBot.transformState({ conversationId, state: 'AI' });
  stoppedAt = null;
  await settled();
  expect([phone.raw().length, laptop.raw().length]).toEqual([4, 4]);
  expect([asker.raw(), silent.raw()]).toEqual([[], []]);
  operators.delete(quiet.identifier);
});

test('R251 an agent who answers while the push is still on its way has no notification left, nor when the person is gone', async () => {
  const [contact, blocker] = [await signIn(gateway, { name: 'Carl' }), await signIn(gateway, { name: 'Dora' })];
  for (const { api, identifier } of [contact, blocker]) {
    await api.contact.apply({ identifier: bob.identifier });
    await bob.api.contact.contactApplyOperate({ fromIdentifier: identifier, operate: 'agree' });
  }
  await blocker.api.contact.block({ identifier: bob.identifier });
  const [device, blocked] = [await subscribe(contact), await subscribe(blocker)];
  const { aiBotInfo } = await bob.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'clone', name: 'Shop', audience: 'everyone', humans: 'contacts' },
  });
  const { conversation } = await alice.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  const conversationId = conversation!.conversionId;
  const tag = `waiting ${conversationId}`;

  // Another gateway sends the push, and records it only after somebody has answered.
  const jobs = createPushJobs({ query: (...call: [string, unknown[]]) => query(gateway, ...call) } as pg.Pool, limits);
  stoppedAt = clock();
  const { conversation: state } = await alice.api.aiBot.customerServiceConnect({ conversationId });
  const claimed = await jobs.claimDue(stoppedAt + limits.pushDelay, stoppedAt + limits.pushTimeout, 100);
  const job = claimed.find((one) => one.conversation === tag && one.identifier === contact.identifier)!;
  await contact.api.aiBot.agentTake({ conversationId });
  await jobs.complete(job, { notifiedSeq: state!.human!.askedAt }, stoppedAt);
  stoppedAt = null;
  await device.until(1);
  expect(device.shown()[0]!.close).toMatchObject({ conversation: tag });

  await contact.api.aiBot.agentRelease({ conversationId });
  await alice.api.aiBot.customerServiceConnect({ conversationId });
  await device.until(2);
  await deleteAccountNow(gateway, alice);
  await device.until(3);
  expect(device.shown()[2]!.close).toMatchObject({ conversation: tag });
  // Who has blocked the owner neither hears of his bot's chats nor answers in them.
  expect(blocked.raw()).toEqual([]);
  expect((await blocker.api.aiBot.agentQueue({})).serves).toBe(false);

  // However many contacts may answer, the owner is notified.
  const crowd = Array.from({ length: 2 * limits.agentQueueMax }, (_, n) => `contact${n}`);
  await insertAccounts(gateway, crowd);
  await query(
    gateway,
    'insert into contact (identifier, other, is_contact, updated_at) select $1, other, true, 1 from unnest($2::text[]) other',
    [bob.identifier, crowd],
  );
  const owner = await subscribe(bob);
  const own = await contact.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  await contact.api.aiBot.customerServiceConnect({ conversationId: own.conversation!.conversionId });
  await owner.until(1);
});

/** A call of Alice, and what she and Bob do in it. */
async function ring() {
  const callId = newMessageId();
  await alice.api.call.start({ callId, conversationId: chat });
  await sendCommand(alice, chat, 'callOffer', { id: callId, type: 'private', body: { secret: 's', sdp: 'v=0' } });
  return {
    callId,
    giveUp: () => alice.api.call.end({ callId }),
    answer: (by: Person) => by.api.call.answer({ callId }),
  };
}

test('R142 R140 a call is a push for a minute to each device that does not ring itself; one that was missed replaces it', async () => {
  const phone = await another(bob);
  const [laptopPushes, phonePushes] = [await subscribe(bob), await subscribe(phone)];
  const tag = `call ${chat}`;
  const socket = await connectAs(phone);
  stoppedAt = clock();
  const call = await ring();
  await socket.ask('callSignal', { callId: call.callId, signal: new Uint8Array([1]) });
  stoppedAt = null;
  await laptopPushes.until(1);
  expect(laptopPushes.shown()).toMatchObject([
    {
      notification: {
        title: 'Alice',
        body: 'Incoming call',
        navigate: `/chat/channels/me/${chat}`,
        tag,
        require_interaction: true,
      },
    },
  ]);
  expect(laptopPushes.raw()[0]!.headers).toMatchObject({ ttl: '60', urgency: 'high' });
  await call.giveUp();
  await laptopPushes.until(2);
  expect(laptopPushes.shown()[1]).toMatchObject({
    notification: { title: 'Alice', body: 'Missed call', tag, app_badge: 1 },
  });
  // While the device is off, its push service keeps only the second one.
  const [first, second] = laptopPushes.raw().map(({ headers }) => headers);
  expect(second).toMatchObject({ ttl: '86400', topic: first!['topic'] });
  await settled();
  expect(phonePushes.raw()).toEqual([]);
  await laptopPushes.until(2);
  socket.close();
});

test('R142 R140 a call that another device answers or declines is closed; one that ends at once was missed', async () => {
  const phone = await another(bob);
  const pushes = await subscribe(bob);
  const tag = `call ${chat}`;
  const answered = await ring();
  await pushes.until(1);
  await answered.answer(phone);
  await pushes.until(2);
  expect(pushes.shown()[1]).toMatchObject({ close: { conversation: tag } });
  await answered.giveUp();
  const declined = await ring();
  await pushes.until(3);
  await phone.api.call.end({ callId: declined.callId });
  await pushes.until(4);
  expect(pushes.shown()[3]).toMatchObject({ close: { conversation: tag } });
  stoppedAt = clock();
  const brief = await ring();
  await brief.giveUp();
  stoppedAt = null;
  await pushes.until(5);
  expect(pushes.bodies().slice(2)).toEqual(['Incoming call', undefined, 'Missed call']);
});

test('R141 R142 a call in a muted chat or in quiet hours is silent, also when it was missed', async () => {
  const hour = new Date(clock()).getUTCHours() * 60;
  const quiet = { quiet: true, quietFrom: hour, quietTo: (hour + 120) % 1_440, timeZone: 'UTC' };
  await subscribe(await another(bob), quiet);
  await subscribe(bob);
  await bob.api.conversation.setUserSetting({
    conversationId: chat,
    userSetting: { noDisturb: true },
    fields: ['noDisturb'],
  });
  const call = await ring();
  await settled();
  await call.giveUp();
  await settled();
  expect(service.received).toEqual([]);
});
