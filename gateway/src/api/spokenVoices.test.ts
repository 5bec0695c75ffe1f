import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus, type Bus } from '../core/bus.ts';
import { type AiService, responders, startAiService } from '../testing/aiService.ts';
import {
  chatOf,
  connectAs,
  groupOf,
  newMessageId,
  outcomeCode,
  type Person,
  sendCommand,
  sendText,
  signIn,
  type TestSocket,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { heardOn, isOver, samplesOf, speak } from '../testing/listener.ts';
import { createToneSynthesizer, toneOf } from '../testing/toneSynthesizer.ts';
import { scaledTimeout } from '../testing/machine.ts';
import { enoughOfThisMinute } from '../testing/enoughOfThisMinute.ts';

const day = 24 * 60 * 60 * 1_000;
const charactersPerDay = 300;
const { synthesizer, state } = createToneSynthesizer();
const local = createLocalBus();
let losesChunks = false;
const bus: Bus = {
  ...local,
  publish: (subject, hint) => {
    if (!losesChunks || hint.kind !== 'chunk') local.publish(subject, hint);
  },
};

let now = Date.now();
let service: AiService;
let gateway: TestGateway;
let alice: Person;
let bob: Person;
let chat: string;
let socket: TestSocket;
const opened: TestSocket[] = [];

beforeAll(async () => {
  service = await startAiService();
  gateway = await startTestGateway({
    clock: () => now,
    bus,
    synthesizer,
    ai: { baseUrl: service.url, key: 'k', models: ['small'] },
    limits: {
      voiceCharactersPerDay: charactersPerDay,
      voiceStartsPerMinute: 12,
      voiceReplyChunks: 4,
      voiceReplyWithin: 500,
    },
  });
});
afterAll(async () => {
  for (const one of opened) one.close();
  await gateway.close();
  await service.close();
});
beforeEach(async () => {
  Object.assign(state, { requests: [], aborted: [], failOn: '\0', delay: 0, gate: Promise.resolve() });
  losesChunks = false;
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  chat = await chatOf(alice, bob);
  socket = await open(bob);
});

async function open(person: Person): Promise<TestSocket> {
  const one = await connectAs(person);
  opened.push(one);
  return one;
}
/** A text that no other test has spoken. */
let texts = 0;
const fresh = (text: string) => `${text} ${(texts += 1)}`;
const say = async (text: string) => (await sendText(alice, chat, text)).id;
const start = (messageId: string, from = 0) =>
  socket.ask('speak', { id: newMessageId(), conversationId: chat, messageId, from });
const spoken = () => state.requests.map(({ text }) => text);

describe('R132 a message is spoken', () => {
  test('R132 in chunks, to the connection that asked and to no other', async () => {
    const other = await open(bob);
    const text = fresh('Hello Bob. How are you');
    const stream = await speak(socket, { conversationId: chat, messageId: await say(text) });
    const chunks = await stream.end();
    expect(stream.cloned).toBe(false);
    expect(samplesOf(chunks).length).toBe((text.length - 1) * 1_600 + 1_600);
    expect(samplesOf(chunks).subarray(0, 16_000)).toEqual(toneOf('Hello Bob.'));
    expect(chunks.map(({ number, fault }) => [number, fault])).toEqual(chunks.map((_, at) => [at, '']));
    expect(spoken()).toEqual(['Hello Bob.', text.slice(11)]);
    expect(state.requests[0]!.voice).toBe('low');
    await other.ask('heartbeat', { time: 1 });
    expect(other.notices.filter(({ type }) => type === 'aiVoice')).toEqual([]);
  });

  test('R132 with its newest edit', async () => {
    const id = await say(fresh('Befor'));
    const edited = fresh('After');
    await sendCommand(alice, chat, 'edit', { targets: [id], body: { text: edited }, type: 'private' });
    await (await speak(socket, { conversationId: chat, messageId: id })).end();
    expect(spoken()).toEqual([edited]);
  });

  test('R132 and another connection continues it', async () => {
    const messageId = await say(fresh('A message of some length. It has two sentences'));
    const all = await (await speak(socket, { conversationId: chat, messageId })).end();
    const again = await open(bob);
    const rest = await (await speak(again, { conversationId: chat, messageId, from: 7 })).end();
    expect(rest.map(({ number }) => number)).toEqual(all.slice(7).map(({ number }) => number));
    expect(samplesOf(rest)).toEqual(samplesOf(all.slice(7)));
    expect(spoken()).toHaveLength(2);
  });

  test('R132 a window at a time, until the device stops it', async () => {
    const messageId = await say(fresh('word '.repeat(20)));
    const id = newMessageId();
    await socket.ask('speak', { id, conversationId: chat, messageId });
    await socket.until(() => heardOn(socket, id).length === limits.voiceWindow);
    await socket.ask('voiceAck', { id, next: 2 });
    await socket.until(() => heardOn(socket, id).length === limits.voiceWindow + 2);
    expect(await outcomeCode(socket.ask('voiceAck', { id, next: 1_000 }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(socket.ask('voiceAck', { id: newMessageId(), next: 1_000 }))).toBe('SUCCESS');
    await socket.ask('voiceAck', { id, next: 3, again: true });
    await socket.until(() => heardOn(socket, id).filter(({ number }) => number === 3).length === 2);
    await socket.ask('voiceAck', { id, stop: true });
    const count = heardOn(socket, id).length;
    await socket.ask('voiceAck', { id, next: 10 });
    expect([heardOn(socket, id).length, isOver(socket, id)]).toEqual([count, false]);
  });

  test('R132 until another begins on the same connection', async () => {
    state.delay = 60_000;
    const first = newMessageId();
    const text = fresh('never');
    await socket.ask('speak', { id: first, conversationId: chat, messageId: await say(text) });
    await expect.poll(spoken).toEqual([text]);
    state.delay = 0;
    const second = await speak(socket, { conversationId: chat, messageId: await say(fresh('now')) });
    expect((await second.end()).at(-1)!.fault).toBe('');
    expect([state.aborted, heardOn(socket, first)]).toEqual([[text], []]);
  });

  test('R132 until its connection closes: what is computed for it is aborted', async () => {
    state.delay = 60_000;
    const text = fresh('never');
    await start(await say(text));
    await expect.poll(spoken).toEqual([text]);
    socket.close();
    await expect.poll(() => state.aborted).toEqual([text]);
  });
});

describe('R132 an answer is spoken while it is written', () => {
  let bot: string;
  let botChat: string;
  const ask = () => sendText(bob, botChat, 'Question', { type: 'robot' });
  const firstChunk = async () => {
    await socket.until(() => socket.rows.some(({ content }) => content?.type === 'ai'));
    return socket.rows.findLast(({ content }) => content?.type === 'ai')!.id;
  };
  beforeEach(async () => {
    const { aiBotInfo } = await bob.api.aiBot.createUserClone({
      requestId: newMessageId(),
      aiBotInfo: { type: 'mate', name: 'Momo', AiCharacters: ['Calm'] },
    });
    bot = aiBotInfo!.aiBotId;
    botChat = (await bob.api.conversation.create({ type: 'robot', identifiers: [bot] })).conversation!.conversionId;
  });

  test.each([false, true])('R132 whole sentences as they appear (the bus loses its chunks: %s)', async (isLossy) => {
    losesChunks = isLossy;
    const [first, second, third] = [fresh('The first sentence'), fresh('The second'), fresh('And the last')];
    const words = [
      first.slice(0, 7),
      `${first.slice(7)}. ${second.slice(0, 5)}`,
      second.slice(5),
      `. ${third} is`,
      ' it',
    ];
    service.respond = responders.pieces(words, scaledTimeout(isLossy ? 1_000 : 400));
    await ask();
    // Without chunks the row alone says that the answer has begun.
    const messageId = await firstChunk();
    const stream = await speak(socket, { conversationId: botChat, messageId });
    await expect.poll(spoken).toContain(`${first}.`);
    expect(socket.rows.some(({ content }) => content?.cmdId === 'streamEnd')).toBe(false);
    const chunks = await stream.end();
    expect(chunks.at(-1)!.fault).toBe('');
    expect(spoken()).toEqual([`${first}.`, `${second}.`, `${third} is it`]);
    // The sound is the same as of the finished answer.
    const again = await (await speak(socket, { conversationId: botChat, messageId })).end();
    expect(samplesOf(again)).toEqual(samplesOf(chunks));
    expect(spoken()).toHaveLength(3);
  });

  test('R132 a new round ends it, also when the first has been written', async () => {
    service.respond = responders.pieces([`${fresh('word '.repeat(30))}. End`]);
    await ask();
    await socket.until(() => socket.rows.some(({ content }) => content?.cmdId === 'streamEnd'));
    const messageId = await firstChunk();
    const id = newMessageId();
    await socket.ask('speak', { id, conversationId: botChat, messageId });
    await socket.until(() => heardOn(socket, id).length === limits.voiceWindow);
    service.respond = responders.pieces(['Another'], 10);
    await bob.api.aiBot.askAgain({ conversationId: botChat, messageId });
    await socket.until(() => isOver(socket, id));
    expect(heardOn(socket, id).at(-1)).toMatchObject({ last: true, fault: 'VOICE_NO_TEXT' });
  });
});

describe('R131 what may be spoken', () => {
  test('R131 no sealed message: the server never has its text', async () => {
    const { id } = await alice.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [{ type: 'text', message: 'sealed', to: { identifier: bob.identifier, deviceId: bob.deviceId } }],
    });
    expect(await outcomeCode(start(id))).toBe('VOICE_SEALED');
    expect(await outcomeCode(bob.api.aiBot.createAIVoiceText({ conversationId: chat, messageId: id }))).toBe(
      'VOICE_SEALED',
    );
    expect(spoken()).toEqual([]);
  });

  test('R131 no withdrawn message, no picture, none without words, and none that does not exist', async () => {
    const withdrawn = await say(fresh('Secret'));
    await sendCommand(alice, chat, 'withdraw', { targets: [withdrawn], type: 'private' });
    expect(await outcomeCode(start(withdrawn))).toBe('VOICE_NO_TEXT');
    expect(await outcomeCode(start(await say('🙂 ...')))).toBe('VOICE_NO_TEXT');
    const { id } = await alice.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [{ type: 'location', message: '{"text":"here"}' }],
    });
    expect(await outcomeCode(start(id))).toBe('VOICE_NO_TEXT');
    expect(await outcomeCode(start(newMessageId()))).toBe('NO_MESSAGE');
    expect(spoken()).toEqual([]);
  });

  test('R131 only to members, and only what came after they joined and before they left', async () => {
    const group = await groupOf(alice, bob);
    const { id } = await sendText(alice, group, fresh('For the group'), { type: 'group' });
    const carol = await signIn(gateway);
    const hers = await open(carol);
    const request = { conversationId: group, messageId: id };
    const tries = () =>
      Promise.all([
        outcomeCode(hers.ask('speak', { id: newMessageId(), ...request })),
        outcomeCode(carol.api.aiBot.createAIVoiceText(request)),
      ]);
    expect(await tries()).toEqual(['NO_AUTH', 'NO_MESSAGE']);
    await sendCommand(alice, group, 'inviteMember', { targets: [carol.identifier] });
    expect(await tries()).toEqual(['NO_MESSAGE', 'NO_MESSAGE']);
    const later = await sendText(alice, group, fresh('For Carol too'), { type: 'group' });
    request.messageId = later.id;
    expect(await tries()).toEqual(['SUCCESS', 'SUCCESS']);
    await sendCommand(alice, group, 'deleteMember', { targets: [carol.identifier] });
    expect(await tries()).toEqual(['NO_AUTH', 'NO_MESSAGE']);
  });

  test('R131 no longer once it is withdrawn, or the listener is removed', async () => {
    const group = await groupOf(alice, bob);
    const listen = async () => {
      const { id: messageId } = await sendText(alice, group, fresh('word '.repeat(20)), { type: 'group' });
      const id = newMessageId();
      await socket.ask('speak', { id, conversationId: group, messageId });
      await socket.until(() => heardOn(socket, id).length === limits.voiceWindow);
      return { id, messageId };
    };
    const withdrawn = await listen();
    await sendCommand(alice, group, 'withdraw', { targets: [withdrawn.messageId] });
    await socket.until(() => isOver(socket, withdrawn.id));
    expect(heardOn(socket, withdrawn.id).at(-1)!.fault).toBe('VOICE_NO_TEXT');
    const removed = await listen();
    await sendCommand(alice, group, 'deleteMember', { targets: [bob.identifier] });
    await socket.until(() => isOver(socket, removed.id));
    expect(heardOn(socket, removed.id).at(-1)!.fault).toBe('NO_MESSAGE');
  });

  test('R131 a cloned voice only while it exists, and to people who may talk with its bot', async () => {
    const { aiBotInfo } = await alice.api.aiBot.createUserClone({
      requestId: newMessageId(),
      aiBotInfo: { type: 'clone', name: 'Echo', audience: 'everyone' },
    });
    const bot = aiBotInfo!.aiBotId;
    await query(
      gateway,
      `with made as (
        insert into cloned_voice (id, owner, name, language, service, voice, consent, request, created_at)
          values ($1, $2, 'Mine', 'en', '', $1, '', $1, 0) returning id)
      update ai_bot set voice = made.id from made where ai_bot.id = $3`,
      [newMessageId(), alice.identifier, bot],
    );
    const { conversation } = await bob.api.conversation.create({ type: 'robot', identifiers: [bot] });
    const conversationId = conversation!.conversionId;
    const answer = async () => {
      const before = socket.rows.length;
      service.respond = responders.pieces([`${fresh('word '.repeat(12))}. ${fresh('and')}. ${fresh('last')}.`]);
      await sendText(bob, conversationId, 'Question', { type: 'robot' });
      await socket.until(() => socket.rows.slice(before).some(({ content }) => content?.cmdId === 'streamEnd'));
      return socket.rows.findLast(({ content }) => content?.type === 'ai')!.id;
    };
    const messageId = await answer();
    const clone = await speak(socket, { conversationId, messageId });
    expect(clone.cloned).toBe(true);
    expect((await clone.end()).at(-1)!.fault).toBe('');

    const block = [alice.identifier, bob.identifier];
    await query(gateway, 'insert into block (identifier, blocked) values ($1, $2)', block);
    expect((await speak(socket, { conversationId, messageId })).cloned).toBe(false);
    await query(gateway, 'delete from block where identifier = $1 and blocked = $2', block);

    const id = newMessageId();
    await socket.ask('speak', { id, conversationId, messageId: await answer() });
    await socket.until(() => heardOn(socket, id).length === limits.voiceWindow);
    await query(gateway, 'delete from cloned_voice where owner = $1', [alice.identifier]);
    for (let next = 15; !isOver(socket, id); next = heardOn(socket, id).length)
      await socket.ask('voiceAck', { id, next });
    expect(heardOn(socket, id).at(-1)!.fault).toBe('VOICE_FAILED');
  });

  test('T9 R131 ids and numbers that no device sends are refused', async () => {
    const messageId = await say(fresh('x'));
    expect(await outcomeCode(start(messageId, -1))).toBe('BAD_REQUEST');
    expect(await outcomeCode(socket.ask('speak', { id: '', conversationId: chat, messageId }))).toBe('BAD_REQUEST');
    const tries = [{}, { text: 'x', messageId, conversationId: chat }, { conversationId: chat, messageId, from: -1 }];
    for (const request of [...tries, { text: 'x', voice: '../../x' }])
      expect(await outcomeCode(bob.api.aiBot.createAIVoiceText(request))).toBe('BAD_REQUEST');
    expect(spoken()).toEqual([]);
  });

  test('R131 an account cannot begin to listen all the time', async () => {
    const messageId = await say(fresh('x'));
    await enoughOfThisMinute();
    const codes: string[] = [];
    for (let tries = 0; tries < 14; tries += 1) codes.push(await outcomeCode(start(messageId)));
    expect(codes).toContain('TOO_MANY');
    expect(await outcomeCode(alice.api.aiBot.createAIVoiceText({ text: 'Hi' }))).toBe('SUCCESS');
  });
});

describe('R131 the quota of the day', () => {
  const used = async ({ identifier }: Person) =>
    (
      await query<{ characters: number }>(gateway, 'select characters from voice_use where identifier = $1', [
        identifier,
      ])
    ).rows[0]?.characters;

  test('R131 counts what is computed and not what is cached, and ends the voice where it is used up', async () => {
    const text = fresh('x'.repeat(charactersPerDay - 60));
    const messageId = await say(text);
    await (await speak(socket, { conversationId: chat, messageId })).end();
    expect(await used(bob)).toBe(text.length);
    // Hearing it again is free, for everybody.
    await (await speak(socket, { conversationId: chat, messageId })).end();
    await (await speak(await open(alice), { conversationId: chat, messageId })).end();
    expect([await used(bob), await used(alice)]).toEqual([text.length, undefined]);

    const long = await say(`${fresh('Fits in')}. ${fresh('y'.repeat(80))}`);
    const chunks = await (await speak(socket, { conversationId: chat, messageId: long })).end();
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.at(-1)).toMatchObject({ last: true, fault: 'VOICE_USED_UP' });
    now += day;
    const next = await open(await signIn(gateway, { phone: bob.phone, deviceId: bob.deviceId }));
    expect((await (await speak(next, { conversationId: chat, messageId: long })).end()).at(-1)!.fault).toBe('');
    await gateway.sweep();
    now += day;
    await gateway.sweep();
    expect(await used(bob)).toBeUndefined();
  });

  test('R131 is not charged for a sentence that could not be spoken', async () => {
    state.failOn = 'fails';
    const text = fresh('This one');
    const stream = await speak(socket, { conversationId: chat, messageId: await say(`${text}. ${fresh('It fails')}`) });
    expect((await stream.end()).at(-1)!.fault).toBe('VOICE_FAILED');
    expect(await used(bob)).toBe(text.length + 1);
  });

  test('R131 sentences at the same time cannot pass it', async () => {
    const sentences = Array.from({ length: 6 }, () => fresh('z'.repeat(90)));
    const codes = await Promise.all(sentences.map((text) => outcomeCode(bob.api.aiBot.createAIVoiceText({ text }))));
    expect(codes.toSorted()).toEqual([...Array(3).fill('SUCCESS'), ...Array(3).fill('VOICE_USED_UP')]);
  });
});

describe('R131 voices and whole sounds', () => {
  test('R131 the voices of the server, who computes them, and that they cannot be cloned', async () => {
    expect(await bob.api.aiBot.getVoices({})).toEqual({
      list: [
        { id: 'low', name: 'Low', cloned: false, created: 0 },
        { id: 'high', name: 'High', cloned: false, created: 0 },
      ],
      provider: 'Tones',
      host: '',
      canClone: false,
    });
  });

  test('R131 a sample of a voice', async () => {
    const text = fresh('Hello');
    const { pcm, cloned, more } = await bob.api.aiBot.createAIVoiceText({ voice: 'high', text });
    expect([samplesOf([{ pcm }]), cloned, more]).toEqual([toneOf(text), false, false]);
    expect(state.requests).toEqual([{ text, voice: 'high' }]);
    expect(await outcomeCode(bob.api.aiBot.createAIVoiceText({ text: 'x'.repeat(201) }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(bob.api.aiBot.createAIVoiceText({ text: '👍' }))).toBe('VOICE_NO_TEXT');
  });

  test('R131 R132 the rest of a message, in parts that continue the stream', async () => {
    const messageId = await say(fresh('This message is spoken twice'));
    const all = await (await speak(socket, { conversationId: chat, messageId })).end();
    const parts: Uint8Array[] = [];
    let [from, more] = [3, true];
    while (more) {
      const reply = await bob.api.aiBot.createAIVoiceText({ conversationId: chat, messageId, from });
      expect(reply.pcm.length).toBeLessThanOrEqual(4 * 2 * limits.voiceChunkSamples);
      parts.push(reply.pcm);
      from += Math.ceil(reply.pcm.length / (2 * limits.voiceChunkSamples));
      ({ more } = reply);
    }
    expect(parts.length).toBeGreaterThan(2);
    expect(samplesOf(parts.map((pcm) => ({ pcm })))).toEqual(samplesOf(all.slice(3)));
  });

  test('R131 a call does not wait for a message that is computed slowly, and the next one continues', async () => {
    state.delay = 400;
    const messageId = await say(`${fresh('One')}. ${fresh('two')}. ${fresh('three')}. ${fresh('four')}.`);
    const ask = () => bob.api.aiBot.createAIVoiceText({ conversationId: chat, messageId, from: 8 });
    const replies = [await ask()];
    expect(replies[0]).toMatchObject({ pcm: new Uint8Array(0), more: true });
    while (replies.at(-1)!.pcm.length === 0) replies.push(await ask());
    expect(state.aborted).toEqual([]);
    // No sentence was computed, and so charged, twice.
    expect(new Set(spoken()).size).toBe(spoken().length);
  });

  test('R131 many calls of one account are computed one after the other, and nobody else waits for them', async () => {
    let release = () => {};
    state.gate = new Promise((resolve) => (release = resolve));
    const texts = Array.from({ length: 5 }, () => fresh('Mine'));
    const calls = texts.map((text) => alice.api.aiBot.createAIVoiceText({ text }));
    const begun = () => spoken().filter((text) => texts.includes(text));
    await expect.poll(begun).toHaveLength(1);
    state.gate = Promise.resolve();
    await bob.api.aiBot.createAIVoiceText({ text: fresh('His') });
    expect(begun()).toHaveLength(1);
    release();
    await Promise.all(calls);
    expect(begun()).toHaveLength(5);
  });

  test('R131 a sound that fails in its middle returns its beginning, and then the reason', async () => {
    state.failOn = 'fails';
    const messageId = await say(`${fresh('ok')}. ${fresh('It fails')}`);
    const first = await bob.api.aiBot.createAIVoiceText({ conversationId: chat, messageId });
    expect(first).toMatchObject({ more: true });
    const from = first.pcm.length / (2 * limits.voiceChunkSamples);
    expect(await outcomeCode(bob.api.aiBot.createAIVoiceText({ conversationId: chat, messageId, from }))).toBe(
      'VOICE_FAILED',
    );
  });
});
