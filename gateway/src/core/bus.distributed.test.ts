import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hint } from './bus.ts';
import { responders, startAiService, type AiService } from '../testing/aiService.ts';
import {
  apiOf,
  chatOf,
  connectAs,
  groupOf,
  newMessageId,
  type Person,
  sendText,
  signIn,
  type TestSocket,
} from '../testing/client.ts';
import { startPushService, subscriptionAt, subscriptionKeys } from '../testing/pushService.ts';
import { publishRelease } from '../testing/release.ts';
import { query } from '../testing/gateway.ts';
import { createToneSynthesizer } from '../testing/toneSynthesizer.ts';
import { movedTo, startTwoGateways, type TwoGateways } from '../testing/twoGateways.ts';

const operators = new Set<string>();
let service: AiService;
let two: TwoGateways;
beforeAll(async () => {
  service = await startAiService();
  two = await startTwoGateways({
    operators,
    synthesizer: createToneSynthesizer().synthesizer,
    ai: { baseUrl: service.url, key: 'k', models: ['small'] },
    pushLoopback: true,
    pushSubject: 'mailto:op@example.org',
    limits: {
      // Whatever arrives within a test arrives by the bus.
      sweepEvery: 3_600_000,
      pushDelay: 50,
      pushBatchWindow: 20,
      pushPollEvery: 50,
      callsPerMinutePerAccount: 10_000,
    },
  });
});
afterAll(async () => {
  await two.close();
  await service.close();
});

const numbers = Array.from({ length: 1_000 }, (_, n) => `${n} `);
const momo = { type: 'mate', name: 'Momo', about: 'Loves tea.' } as const;

/** Alice calls gateway A; Bob, a contact of nobody yet, is connected to gateway B. */
async function pair(): Promise<{ alice: Person; bob: Person; socket: TestSocket }> {
  const [alice, bob] = [await signIn(two.a, { name: 'Alice' }), await signIn(two.a, { name: 'Bob' })];
  return { alice, bob: movedTo(two.b, bob), socket: await connectAs(movedTo(two.b, bob)) };
}

/** Ada calls gateway A, and her socket is connected to gateway B. */
async function ada(): Promise<{ onA: Person; onB: Person; socket: TestSocket }> {
  const onA = await signIn(two.a, { name: 'Ada' });
  const onB = movedTo(two.b, onA);
  return { onA, onB, socket: await connectAs(onB) };
}

async function botChatOf(person: Person): Promise<string> {
  const { aiBotInfo } = await person.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { ...momo, AiCharacters: ['Calm'] },
  });
  const { conversation } = await person.api.conversation.create({
    type: 'robot',
    identifiers: [aiBotInfo!.aiBotId],
  });
  return conversation!.conversionId;
}

/** Ada asks a bot on A for a long answer, and sees it begin on B. */
async function longAnswer() {
  const { onA, onB, socket } = await ada();
  const chat = await botChatOf(onA);
  service.respond = responders.pieces(numbers, 10);
  await sendText(onA, chat, 'Count', { type: 'robot' });
  await socket.until(() => socket.chunks.filter(({ conversationId }) => conversationId === chat).length > 3);
  return { onB, chat, socket };
}

async function longPreview() {
  const { onA, onB, socket } = await ada();
  service.respond = responders.pieces(numbers, 10);
  const requestId = newMessageId();
  await onA.api.aiBot.preview({ requestId, aiBotInfo: momo, said: ['Count'] });
  await socket.until(() => socket.chunks.filter(({ id }) => id === requestId).length > 3);
  return { onB, requestId, socket };
}

/** For each kind of hint: somebody at gateway A causes it, and somebody at gateway B sees its effect. */
const crossings = {
  async rows() {
    const { alice, bob, socket } = await pair();
    const chat = await chatOf(alice, bob);
    for (const text of ['one', 'two', 'three']) await sendText(alice, chat, text);
    await socket.until(() => socket.rows.length >= 3);
    expect(socket.rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  },
  async membership() {
    const { alice, bob, socket } = await pair();
    const group = await groupOf(alice, bob);
    await socket.until(() => socket.rows.some(({ conversationId }) => conversationId === group));
  },
  async typing() {
    const { alice, bob, socket } = await pair();
    const chat = await chatOf(alice, bob);
    await sendText(alice, chat, 'hello');
    await socket.until(() => socket.rows.length > 0);
    const typist = await connectAs(alice);
    await typist.ask('typing', { conversationId: chat, typing: true });
    await socket.until(() => socket.notices.some(({ type }) => type === 'typing'));
    typist.close();
  },
  async chunk() {
    const { onB, chat, socket } = await longAnswer();
    await onB.api.aiBot.stopStream({ ConversationId: chat });
    expect(socket.chunks.slice(0, 3).map(({ text }) => text)).toEqual(['0 ', '1 ', '2 ']);
  },
  async stopStream() {
    const { onB, chat, socket } = await longAnswer();
    await onB.api.aiBot.stopStream({ ConversationId: chat });
    const end = () => socket.rows.find(({ content }) => content?.cmdId === 'streamEnd')?.content?.message;
    await socket.until(() => end() !== undefined);
    expect(JSON.parse(end()!)).toMatchObject({ state: 'stopped' });
  },
  async preview() {
    const { onB, requestId, socket } = await longPreview();
    await onB.api.aiBot.preview({ requestId });
    expect(socket.chunks.slice(0, 3).map(({ text }) => text)).toEqual(['0 ', '1 ', '2 ']);
  },
  async stopPreview() {
    const { onB, requestId, socket } = await longPreview();
    await onB.api.aiBot.preview({ requestId });
    await socket.until(() => socket.chunks.some(({ id, streamEnd }) => id === requestId && streamEnd));
    expect(socket.chunks.at(-1)).toMatchObject({ state: 'stopped' });
  },
  async notice() {
    const { alice, bob, socket } = await pair();
    const chat = await chatOf(alice, bob);
    const { seq } = await sendText(bob, chat, 'hello');
    await alice.api.message.read({ conversationId: chat, seq });
    await socket.until(() => socket.notices.some(({ type }) => type === 'peerRead'));
  },
  async call() {
    const { alice, bob, socket } = await pair();
    const callId = newMessageId();
    await alice.api.call.start({ callId, conversationId: await chatOf(alice, bob) });
    await socket.until(() => socket.callPushes.some((push) => push.callId === callId));
  },
  async seen() {
    // It stays on A, which stores the push in the database; either gateway sends it to the device that subscribed on B.
    const pushes = await startPushService();
    const { alice, bob } = await pair();
    const laptop = await signIn(two.a, { phone: bob.phone, name: 'Bob' });
    const keys = subscriptionKeys();
    const endpoint = `${pushes.url}/send/1`;
    await bob.api.push.subscribe(subscriptionAt(endpoint, keys));
    const chat = await chatOf(alice, bob);
    const { seq } = await sendText(alice, chat, 'hello');
    await expect.poll(() => pushes.pushesTo(endpoint).length, { interval: 20 }).toBe(1);
    await laptop.api.message.read({ conversationId: chat, seq });
    await expect.poll(() => pushes.pushesTo(endpoint).length, { interval: 20 }).toBe(2);
    expect(JSON.parse(keys.open(pushes.pushesTo(endpoint)[1]!.body))).toMatchObject({ close: { seq } });
    await pushes.close();
  },
  async revoked() {
    const { onA, socket } = await ada();
    await onA.api.user.logOut({});
    await socket.until(() => socket.closed !== null);
    expect(socket.closed!.code).toBe(4001);
  },
  async voiceRemoved() {
    const { onA, onB, socket } = await ada();
    const id = newMessageId();
    await query(
      two.a,
      `insert into cloned_voice (id, owner, name, language, service, voice, consent, request, created_at)
       values ($1, $2, 'Mine', 'en', '', $1, '', $1, 0)`,
      [id, onA.identifier],
    );
    const sounds = async () => (await readdir(join(two.b.dataDir, 'speech-cache')).catch(() => [])).length;
    const before = await sounds();
    await onB.api.aiBot.createAIVoiceText({ voice: id, text: 'Hello.' });
    expect(await sounds()).toBe(before + 1);
    await onA.api.aiBot.removeAiVoice({ id });
    await expect.poll(sounds, { interval: 20 }).toBe(before);
    socket.close();
  },
  async registry() {
    const { socket } = await pair();
    const operator = await signIn(two.a);
    operators.add(operator.identifier);
    const version = await publishRelease(operator.api, { remote: 'crossing' });
    await socket.until(() => socket.notices.some(({ type }) => type === 'registryChanged'));
    const { offers } = await apiOf(two.b.url).rollout.registry({});
    expect(offers.find(({ remote }) => remote === 'crossing')?.candidate).toMatchObject({ version });
  },
} satisfies Record<Hint['kind'], () => Promise<void>>;

test.each(Object.entries(crossings))('R241 what gateway A causes by a hint of the kind %s is seen at B', (_, cross) =>
  cross(),
);

test('R241 rows too large to travel are read from the database', async () => {
  const { alice, bob, socket } = await pair();
  const chat = await chatOf(alice, bob);
  await sendText(alice, chat, 'small');
  await socket.until(() => socket.rows.length === 1);
  await sendText(alice, chat, 'x'.repeat(60_000));
  await socket.until(() => socket.rows.length === 2);
  expect(socket.rows[1]!.content!.message).toContain('x'.repeat(60_000));
});

test('R241 every hint was readable', () => {
  for (const bus of two.buses) expect(bus.counts()).toMatchObject({ dropped: 0, unreadable: 0 });
});
