import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatOf, connectAs, groupOf, newMessageId, outcomeCode, type Person, signIn } from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let carol: Person;
let chat: string;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, limits: { callsPerHour: 8, callsPerPersonPerHour: 4 } });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  const sign = (name: string) => signIn(gateway, { name });
  [alice, bob, carol] = await Promise.all([sign('Alice'), sign('Bob'), sign('Carol')]);
  chat = await chatOf(alice, bob);
});

const start = (from: Person, conversationId = chat, callId = newMessageId()) =>
  from.api.call.start({ callId, conversationId });
const idOf = async (started: ReturnType<typeof start>): Promise<string> => (await started).call!.callId;
/** Ids whose order is known. */
const lowAndHigh = () => [`A${newMessageId().slice(1)}`, `B${newMessageId().slice(1)}`] as const;
/** Lets every lease of a live call run out. */
const lapse = () =>
  query(gateway, `update personal_call set caller_until = 0, callee_until = 0 where state <> 'ended'`);
const stateOf = async (callId: string) =>
  (
    await query<{ state: string; outcome: string }>(gateway, 'select state, outcome from personal_call where id = $1', [
      callId,
    ])
  ).rows[0];
const infoOf = (notices: { cmdId: string; body: string; identifier: string }[]) =>
  notices.filter(({ cmdId }) => cmdId === 'callInfo').map(({ body }) => JSON.parse(body) as object);

describe('a call between two people', () => {
  test('R42 R142 rings on every device of the other person, one answers, and both get its length at the end', async () => {
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
    const [caller, phone, other, stranger] = await Promise.all([alice, bob, laptop, carol].map(connectAs));
    const callId = await idOf(start(alice));
    const rings = { callId, conversationId: chat, identifier: alice.identifier, ended: false, answeringDeviceId: '' };
    for (const socket of [phone!, other!]) {
      await socket.until(() => socket.callPushes.length === 1);
      expect(socket.callPushes[0]).toMatchObject(rings);
    }
    expect((await bob.api.call.current({})).list).toMatchObject([
      { callId, state: 'ringing', deviceId: alice.deviceId },
    ]);
    expect((await laptop.api.call.answer({ callId })).call).toMatchObject({
      state: 'answered',
      answeringDeviceId: 'laptop',
    });
    // The other one comes too late, and repeating changes nothing.
    for (const device of [bob, laptop])
      expect((await device.api.call.answer({ callId })).call).toMatchObject({ answeringDeviceId: 'laptop' });
    for (const socket of [caller!, phone!, other!]) {
      await socket.until(() => socket.callPushes.some(({ answeringDeviceId }) => answeringDeviceId === 'laptop'));
    }
    expect(await outcomeCode(bob.api.call.end({ callId }))).toBe('NO_AUTH');
    expect((await alice.api.call.end({ callId })).call).toMatchObject({ state: 'ended', outcome: 'completed' });
    expect((await laptop.api.call.end({ callId })).call).toMatchObject({ outcome: 'completed' });
    for (const socket of [caller!, phone!, other!]) {
      await socket.until(() => infoOf(socket.notices).length === 1);
      expect(socket.callPushes.at(-1)).toMatchObject({ ended: true, outcome: 'completed' });
      expect(infoOf(socket.notices)).toEqual([{ callId, outcome: 'completed', duration: expect.any(Number) }]);
    }
    expect(stranger!.callPushes).toEqual([]);
    expect((await bob.api.call.current({})).list).toEqual([]);
    for (const socket of [caller, phone, other, stranger]) socket!.close();
  });

  test('R142 is declined, or the caller gives up', async () => {
    const socket = await connectAs(alice);
    const declined = await idOf(start(alice));
    await bob.api.call.end({ callId: declined });
    const missed = await idOf(start(alice));
    await alice.api.call.end({ callId: missed });
    await socket.until(() => infoOf(socket.notices).length === 2);
    expect(infoOf(socket.notices)).toEqual([
      { callId: declined, outcome: 'declined', duration: 0 },
      { callId: missed, outcome: 'missed', duration: 0 },
    ]);
    for (const callId of [declined, missed])
      expect((await bob.api.call.answer({ callId })).call).toMatchObject({ state: 'ended' });
    socket.close();
  });

  test('R142 rings once for a repeated request; the id of one that has ended begins none', async () => {
    const socket = await connectAs(bob);
    const callId = newMessageId();
    for (let times = 0; times < 3; times += 1) await start(alice, chat, callId);
    await bob.api.call.end({ callId });
    expect(await outcomeCode(start(alice, chat, callId))).toBe('BAD_REQUEST');
    await socket.until(() => socket.callPushes.at(-1)?.ended === true);
    expect(socket.callPushes).toHaveLength(2);
    socket.close();
  });

  test('R142 nobody is called in a group, in the own chat or without a right to write; a refusal costs nothing', async () => {
    const group = await groupOf(alice, bob);
    const own = await chatOf(alice, alice);
    expect(await outcomeCode(start(alice, group))).toBe('BAD_REQUEST');
    expect(await outcomeCode(start(alice, own))).toBe('BAD_REQUEST');
    expect(await outcomeCode(start(carol))).toBe('NO_AUTH');
    expect(await outcomeCode(start(alice, chat, 'short'))).toBe('BAD_REQUEST');
    await bob.api.contact.setContactLimit({ apply: 'everybody', message: 'nobody' });
    expect(await outcomeCode(start(alice))).toBe('PRIVATE_CLOSED');
    await bob.api.contact.setContactLimit({ apply: 'everybody', message: 'everybody' });
    await alice.api.contact.block({ identifier: bob.identifier });
    expect(await outcomeCode(start(alice))).toBe('YOU_BLOCKED');
    expect(await outcomeCode(start(bob))).toBe('BLOCKED');
    await alice.api.contact.unblock({ identifier: bob.identifier });
    expect(await outcomeCode(start(alice))).toBe('SUCCESS');
    expect(
      (await query(gateway, `select from spending where what like 'calls ${alice.identifier}%'`)).rows,
    ).toHaveLength(2);
  });

  test('R142 few calls an hour ring, to one person and to all', async () => {
    const others = await Promise.all([signIn(gateway, { name: 'Dan' }), signIn(gateway, { name: 'Eve' })]);
    const chats = [chat, await chatOf(alice, others[0]!), await chatOf(alice, others[1]!)];
    const ringOften = async (conversation: string, times: number) => {
      const codes = [];
      for (let count = 0; count < times; count += 1) codes.push(await outcomeCode(start(alice, conversation)));
      return codes.filter((code) => code === 'SUCCESS').length;
    };
    expect([await ringOften(chats[0]!, 5), await ringOften(chats[1]!, 3), await ringOften(chats[2]!, 3)]).toEqual([
      4, 3, 1,
    ]);
  });

  test('R142 a person in a call is busy; a call that rings here keeps nobody from calling', async () => {
    const withCarol = await chatOf(bob, carol);
    const callId = await idOf(start(alice));
    expect(await start(carol, withCarol)).toMatchObject({ call: null, refusal: 'busy' });
    // Bob calls somebody else while Alice rings.
    const other = await idOf(start(bob, withCarol));
    expect(await stateOf(callId)).toEqual({ state: 'ended', outcome: 'missed' });
    await carol.api.call.answer({ callId: other });
    expect(await start(alice)).toMatchObject({ call: null, refusal: 'busy' });
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
    expect(await start(laptop)).toMatchObject({ call: null, refusal: 'inCall' });
    // The device itself has left that call, as after a crash.
    expect(await start(bob)).toMatchObject({ refusal: 'none' });
    expect(await stateOf(other)).toEqual({ state: 'ended', outcome: 'completed' });
  });

  test('R142 a lease that nobody renews ends it, in each state; renewing keeps it', async () => {
    const socket = await connectAs(bob);
    const rung = await idOf(start(alice));
    await lapse();
    expect(await start(bob)).toMatchObject({ refusal: 'none' });
    expect(await stateOf(rung)).toEqual({ state: 'ended', outcome: 'missed' });
    const [live] = (await bob.api.call.current({})).list;
    await alice.api.call.answer({ callId: live!.callId });
    await query(gateway, `update personal_call set caller_until = caller_until - 20000 where id = $1`, [live!.callId]);
    expect((await bob.api.call.renew({ callId: live!.callId })).call).toMatchObject({ state: 'answered' });
    const { rows } = await query<{ left: number }>(
      gateway,
      'select (ends_at - extract(epoch from now()) * 1000)::int as left from personal_call where id = $1',
      [live!.callId],
    );
    expect(rows[0]!.left).toBeGreaterThan(20_000);
    await lapse();
    await socket.until(() => socket.callPushes.at(-1)?.outcome === 'lost');
    expect((await alice.api.call.renew({ callId: live!.callId })).call).toMatchObject({
      state: 'ended',
      outcome: 'lost',
    });
    expect((await alice.api.call.answer({ callId: live!.callId })).call).toMatchObject({ state: 'ended' });
    socket.close();
  });

  test('R142 a block ends a call when its lease is renewed', async () => {
    const callId = await idOf(start(alice));
    await bob.api.call.answer({ callId });
    await bob.api.contact.block({ identifier: alice.identifier });
    expect((await alice.api.call.renew({ callId })).call).toMatchObject({ state: 'ended', outcome: 'completed' });
  });

  test.each([
    ['signs out', (device: Person) => device.api.user.logOut({})],
    [
      'is signed out by another',
      (device: Person, other: Person) => other.api.user.signOutDevice({ deviceId: device.deviceId }),
    ],
    ['belongs to an account that is deleted', (device: Person) => deleteAccountNow(gateway, device)],
  ] as const)('R142 a call ends at once when a device in it %s, and for no other device', async (_, leave) => {
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
    const caller = await connectAs(alice);
    const callId = await idOf(start(alice));
    await laptop.api.call.answer({ callId });
    await leave(laptop, bob);
    await caller.until(() => infoOf(caller.notices).length === 1);
    expect(infoOf(caller.notices)).toEqual([{ callId, outcome: 'completed', duration: expect.any(Number) }]);
    expect(caller.callPushes.at(-1)).toMatchObject({ callId, ended: true });
    caller.close();
  });

  test('R142 a call stays when a device that is not in it signs out, and a ring of one who signs out is missed', async () => {
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
    const callId = await idOf(start(alice));
    await bob.api.call.answer({ callId });
    await laptop.api.user.logOut({});
    expect((await alice.api.call.renew({ callId })).call).toMatchObject({ state: 'answered' });
    await bob.api.call.end({ callId });
    const ring = await idOf(start(alice));
    const callee = await connectAs(bob);
    await alice.api.user.logOut({});
    await callee.until(() => infoOf(callee.notices).length === 1);
    expect(infoOf(callee.notices)).toEqual([{ callId: ring, outcome: 'missed', duration: 0 }]);
    callee.close();
  });

  test('R142 signals reach the other device alone, from nobody else, and none after the end', async () => {
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
    const [a, b, l, c] = await Promise.all([alice, bob, laptop, carol].map(connectAs));
    const callId = await idOf(start(alice));
    const send = (socket: typeof a, number: number) =>
      outcomeCode(socket!.ask('callSignal', { callId, signal: new Uint8Array([number]) }));
    const signalsOf = (socket: typeof a) => socket!.callPushes.flatMap(({ signal }) => [...signal]);
    expect(await send(a, 1)).toBe('NO_AUTH');
    expect(await send(c, 2)).toBe('NO_AUTH');
    expect(await send(l, 3)).toBe('SUCCESS');
    await bob.api.call.answer({ callId });
    expect(await send(l, 4)).toBe('NO_AUTH');
    expect([await send(b, 5), await send(a, 6)]).toEqual(['SUCCESS', 'SUCCESS']);
    await alice.api.call.end({ callId });
    expect(await send(b, 7)).toBe('SUCCESS');
    await a!.until(() => a!.callPushes.at(-1)?.ended === true);
    await b!.until(() => b!.callPushes.at(-1)?.ended === true);
    expect([a, b, l, c].map(signalsOf)).toEqual([[3, 5], [6], [], []]);
    for (const socket of [a, b, l, c]) socket!.close();
  });
});

describe('two people who call each other at the same time', () => {
  test('R142 the call with the lower id goes on, whichever came first', async () => {
    const socket = await connectAs(alice);
    for (const [first, second] of [lowAndHigh(), lowAndHigh().toReversed()] as [string, string][]) {
      const lower = first < second ? first : second;
      const higher = first < second ? second : first;
      const [low, high] = [lower === first ? alice : bob, lower === first ? bob : alice];
      if (lower === first) await start(low, chat, lower);
      expect((await start(high, chat, higher)).call!.callId).toBe(lower === first ? lower : higher);
      if (lower !== first) expect((await start(low, chat, lower)).call!.callId).toBe(lower);
      expect((await bob.api.call.current({})).list).toMatchObject([{ callId: lower, identifier: low.identifier }]);
      await low.api.call.end({ callId: lower });
    }
    // What replaces the other call is no missed call.
    await socket.until(() => infoOf(socket.notices).length === 2);
    expect(socket.callPushes.filter(({ outcome }) => outcome === 'crossed')).toHaveLength(1);
    socket.close();
  });
});
