import { limits } from '@amber/proto/limits';
import type { Conversation_UserSetting, Input } from '@amber/proto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chatOf, connectAs, outcomeCode, sendText, signIn, type Person } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let chat: string;

/** Shorter than a token of the session is valid. */
const aWhile = 200_000;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  chat = await chatOf(alice, bob);
});
afterAll(() => gateway.close());

const set = async (userSetting: Partial<Conversation_UserSetting>, fields = Object.keys(userSetting)) =>
  (await bob.api.conversation.setUserSetting({ conversationId: chat, userSetting, fields })).conversation!.userSetting!;
const setting = async (person = bob) =>
  (await person.api.conversation.list({})).list.find(({ conversionId }) => conversionId === chat)!.userSetting!;
const outcome = (userSetting: Input<Conversation_UserSetting>, fields = Object.keys(userSetting)) =>
  outcomeCode(bob.api.conversation.setUserSetting({ conversationId: chat, userSetting, fields }));

test('R216 a timed mute is over at its end, in every answer and without a write', async () => {
  const mutedUntil = now + aWhile;
  expect(await set({ noDisturb: true, mutedUntil })).toMatchObject({ noDisturb: true, mutedUntil });
  now = mutedUntil - 1;
  expect(await setting()).toMatchObject({ noDisturb: true, mutedUntil });
  now = mutedUntil;
  expect(await setting()).toMatchObject({ noDisturb: false, mutedUntil: 0 });
  const [part] = (await bob.api.message.sync({})).parts;
  expect(part!.conversation!.userSetting).toMatchObject({ noDisturb: false, mutedUntil: 0 });
  expect(await setting(alice)).toMatchObject({ noDisturb: false });
});

test('R216 a build that does not know the newer settings changes none of them with another one', async () => {
  await sendText(alice, chat, 'hello');
  const newer = { mutedUntil: now + aWhile, archivedSeq: 1, markedUnread: true };
  await set({ noDisturb: true, ...newer });
  expect(await set({ isTop: true })).toMatchObject({ isTop: true, noDisturb: true, ...newer });
  // All fields that it knows, as its row has them.
  expect(await set({ isTop: false, noDisturb: true, groupRemark: 'x' }, [])).toMatchObject({
    isTop: false,
    groupRemark: 'x',
    noDisturb: true,
    ...newer,
  });
  expect(await set({ noDisturb: true })).toMatchObject({ noDisturb: true, ...newer });
});

test('R216 a build without ends mutes until it is switched off, and switches off a timed mute', async () => {
  await set({ noDisturb: true, mutedUntil: now + aWhile });
  expect(await set({ noDisturb: false })).toMatchObject({ noDisturb: false, mutedUntil: 0 });
  await set({ noDisturb: true, mutedUntil: now + aWhile });
  now += aWhile;
  expect(await set({ noDisturb: true })).toMatchObject({ noDisturb: true, mutedUntil: 0 });
  now += aWhile;
  expect(await setting()).toMatchObject({ noDisturb: true });
});

test('values out of range are refused', async () => {
  const refused = (userSetting: Input<Conversation_UserSetting>, fields?: string[]) =>
    expect(outcome(userSetting, fields)).resolves.toBe('BAD_REQUEST');
  await refused({ noDisturb: true, mutedUntil: now });
  await refused({ noDisturb: true, mutedUntil: -1 });
  await refused({ noDisturb: true, mutedUntil: now + limits.muteMax + 1 });
  await refused({ noDisturb: false, mutedUntil: now + aWhile });
  await refused({ mutedUntil: now + aWhile });
  await refused({ archivedSeq: -1 });
  await refused({ archivedSeq: 1 }); // nobody has written yet
});

test('R216 an archived chat keeps its position when somebody writes', async () => {
  const { seq } = await sendText(alice, chat, 'hello');
  expect(await set({ archivedSeq: seq })).toMatchObject({ archivedSeq: seq });
  await sendText(alice, chat, 'again');
  expect(await setting()).toMatchObject({ archivedSeq: seq });
  expect(await setting(alice)).toMatchObject({ archivedSeq: 0 });
  expect(await set({ archivedSeq: 0 })).toMatchObject({ archivedSeq: 0 });
});

test('R216 reading ends the mark, also of a chat without unread messages, and the other devices hear of it', async () => {
  const { seq } = await sendText(alice, chat, 'hello');
  await bob.api.message.read({ conversationId: chat, seq });
  await set({ markedUnread: true });
  now += 60_000;
  const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop' });
  const socket = await connectAs(laptop);
  expect(await bob.api.message.read({ conversationId: chat, seq })).toEqual({ seq });
  await socket.until(() => socket.notices.length === 1);
  expect(socket.notices).toMatchObject([{ type: 'conversationChanged', conversationId: chat }]);
  socket.close();
  expect(await setting()).toMatchObject({ markedUnread: false });
  expect((await bob.api.message.sync({})).parts[0]!.readSeq).toBe(seq);
});
