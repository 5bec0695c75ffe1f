import type { EngineEvent } from '@amber/client/bus';
import type { AiVoiceChunk, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { readWav } from '@amber/proto/wav';
import { afterEach, expect, it } from 'vitest';
import { deleteConversation } from '../rows/deleteConversation.ts';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) {
    await one.close();
    await settle();
    expect(one.clock.timers, 'timers left after close').toBe(0);
  }
});

const id = 's'.padEnd(24, '0');
const messageId = 'm'.padEnd(24, '0');
const speech = { id, conversationId: 'g1', messageId };
const size = limits.voiceChunkSamples;

/** The samples of a chunk, which tell its number. */
const samplesOf = (number: number, length: number = size): Int16Array<ArrayBuffer> =>
  new Int16Array(length).fill(number + 1);
const bytesOf = (samples: Int16Array<ArrayBuffer>) => new Uint8Array(samples.buffer);
const text = 'One sentence. Another one.';

/** Alice has a text of Bob's in a group. */
async function alice({ type = 'text', message = JSON.stringify({ text }) } = {}) {
  const gateway = createFakeGateway();
  gateway.addChat('c1');
  gateway.addChat('g1', { type: 'group' });
  const one = await startAlice({ gateway });
  started.push(one);
  await one.pushRow(gateway.addContent('g1', { id: messageId, type, message }));
  const push = (number: number, more: Input<AiVoiceChunk> = {}) => {
    const aiVoice = { id, number, pcm: bytesOf(samplesOf(number)), textFrom: 0, textTo: 13, ...more };
    gateway.socket().push('pushNotify', { type: 'aiVoice', aiVoice });
  };
  const voice = () =>
    one.events.filter((event): event is Extract<EngineEvent, { type: 'aiVoice' }> => event.type === 'aiVoice');
  return {
    one,
    gateway,
    push,
    voice,
    numbers: () => voice().map(({ number }) => number),
    acks: () => gateway.socket().requestsOf('voiceAck'),
    speaks: () => gateway.sockets.flatMap((socket) => socket.requestsOf('speak')),
    stored: async () => (await one.db.files.get(messageId))?.blob ?? null,
  };
}

it('R132 emits the chunks in order, acknowledges them, and plays them again without the gateway', async () => {
  const { one, push, voice, acks, speaks, stored } = await alice();
  expect(await one.speak(speech)).toEqual({ sound: null, cloned: false });
  expect(speaks()).toMatchObject([{ ...speech, from: 0 }]);
  const second = { textFrom: 14, textTo: 26 };
  for (const number of [0, 1, 2, 3, 4]) push(number, number < 3 ? {} : second);
  await settle();
  expect(voice().map(({ number, last, fault, textFrom, textTo }) => [number, last, fault, textFrom, textTo])).toEqual(
    [0, 1, 2, 3, 4].map((number) => [number, false, '', ...(number < 3 ? [0, 13] : [14, 26])]),
  );
  expect(voice()[3]!.pcm).toEqual(samplesOf(3));
  expect(acks()).toMatchObject([{ id, next: 5, again: false, stop: false }]);
  push(5, { pcm: bytesOf(samplesOf(5, 100)), last: true, ...second });
  await eventually('the sound', stored);
  expect(acks().at(-1)).toMatchObject({ next: 6 });
  const wav = readWav(new Uint8Array(await (await stored())!.arrayBuffer()))!;
  expect(wav.sampleRate).toBe(16_000);
  expect(wav.samples).toEqual(
    Int16Array.from([0, 1, 2, 3, 4, 5].flatMap((n) => [...samplesOf(n, n < 5 ? size : 100)])),
  );

  one.gateway.goOffline();
  const again = await one.speak({ ...speech, id: 't'.padEnd(24, '0') });
  expect(again.sound?.size).toBe(44 + 2 * wav.samples.length);
  expect(again.sentences).toEqual([
    { at: 0, textFrom: 0, textTo: 13 },
    { at: 600, textFrom: 14, textTo: 26 },
  ]);
  expect(speaks()).toHaveLength(1);
});

it('R132 acknowledges a few chunks after a while', async () => {
  const { one, push, acks } = await alice();
  await one.speak(speech);
  push(0);
  push(1);
  await settle();
  expect(acks()).toEqual([]);
  await one.clock.advance(limits.voiceAckEvery);
  expect(acks()).toMatchObject([{ next: 2 }]);
});

it('R132 a chunk that is lost is asked for again, and a doubled one is dropped', async () => {
  const { one, push, numbers, acks } = await alice();
  await one.speak(speech);
  push(0);
  push(2);
  push(2);
  push(0);
  await settle();
  expect(numbers()).toEqual([0]);
  await one.clock.advance(150);
  expect(acks()).toMatchObject([{ next: 1, again: true }]);
  push(1);
  push(1);
  await settle();
  expect(numbers()).toEqual([0, 1, 2]);
  await one.clock.advance(2_000);
  expect(acks().filter(({ again }) => again)).toHaveLength(1);
});

it('R132 a chunk that never arrives ends in one call for the rest', async () => {
  const { one, gateway, push, numbers, acks, stored } = await alice();
  gateway.answer('aiBot.createAIVoiceText', ({ from }) => ({
    pcm: bytesOf(Int16Array.from([...samplesOf(from), ...samplesOf(from + 1, 10)])),
  }));
  await one.speak(speech);
  push(0);
  push(2);
  await one.clock.advance(30_000);
  expect(acks().filter(({ again }) => again)).toHaveLength(5);
  expect(acks().at(-1)).toMatchObject({ next: 1, stop: true });
  await eventually('the sound', stored);
  expect(gateway.requests('aiBot.createAIVoiceText')).toMatchObject([{ conversationId: 'g1', messageId, from: 1 }]);
  expect(numbers()).toEqual([0, 1, 2]);
});

it('R132 a long rest arrives in parts, also of an answer that is still being written', async () => {
  const { one, gateway, push, voice } = await alice();
  const asked: number[] = [];
  const parts = [
    { pcm: bytesOf(Int16Array.from([...samplesOf(0), ...samplesOf(1)])), more: true },
    { pcm: new Uint8Array(), more: true },
    { pcm: bytesOf(samplesOf(2, 10)), more: false },
  ];
  gateway.answer('aiBot.createAIVoiceText', ({ from }) => parts[asked.push(from) - 1]!);
  await one.speak(speech);
  push(0, { pcm: new Uint8Array(), last: true, fault: 'VOICE_BEHIND' });
  await settle();
  await one.clock.advance(1_000);
  expect(asked).toEqual([0, 2]);
  await one.clock.advance(1_000);
  await eventually('the end', async () => voice().at(-1)?.last);
  expect(asked).toEqual([0, 2, 2]);
  expect(voice().map(({ number, pcm, last, fault }) => [number, pcm.length, last, fault])).toEqual([
    [0, size, false, ''],
    [1, size, false, ''],
    [2, 10, true, ''],
  ]);
});

it('R132 a part that cannot be continued is no sound', async () => {
  const { one, gateway, push, voice } = await alice();
  gateway.answer('aiBot.createAIVoiceText', () => ({ pcm: bytesOf(samplesOf(0, 10)), more: true }));
  await one.speak(speech);
  push(0, { pcm: new Uint8Array(), last: true, fault: 'VOICE_BEHIND' });
  await eventually('the end', async () => voice().at(-1)?.last);
  expect(voice()).toMatchObject([{ number: 0, last: true, fault: 'VOICE_FAILED' }]);
});

it('R132 a device that was too slow gets the rest in one call', async () => {
  const { one, gateway, push, voice, stored } = await alice();
  gateway.answer('aiBot.createAIVoiceText', ({ from }) => ({ pcm: bytesOf(samplesOf(from, size + 10)) }));
  await one.speak(speech);
  push(0);
  push(1, { pcm: new Uint8Array(), last: true, fault: 'VOICE_BEHIND' });
  await eventually('the sound', stored);
  expect(voice().map(({ number, pcm, last, fault }) => [number, pcm.length, last, fault])).toEqual([
    [0, size, false, ''],
    [1, size, false, ''],
    [2, 10, true, ''],
  ]);
  // A late chunk of the stream changes nothing.
  push(2);
  await settle();
  expect(voice()).toHaveLength(3);
});

it.each([
  ['another stream', { id: 'x'.padEnd(24, '0') }],
  ['an odd number of bytes', { pcm: new Uint8Array(3) }],
  ['too many samples', { pcm: new Uint8Array(2 * size + 2) }],
  ['no samples', { pcm: new Uint8Array() }],
  ['a number that is negative', { number: -1 }],
  ['a number beyond the window', { number: limits.voiceWindow + 1 }],
])('R132 a chunk with %s is dropped', async (_, wrong) => {
  const { one, push, numbers } = await alice();
  await one.speak(speech);
  push(0);
  push(1, wrong);
  await settle();
  expect(numbers()).toEqual([0]);
  push(1);
  await settle();
  expect(numbers()).toEqual([0, 1]);
});

it('R132 offsets that cannot be those of a sentence mark none', async () => {
  const { one, push, voice } = await alice();
  await one.speak(speech);
  push(0, { textFrom: 9, textTo: 3 });
  push(1, { textFrom: -4, textTo: 3 });
  await settle();
  expect(voice().map(({ textFrom, textTo }) => [textFrom, textTo])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

it('R132 the next connection continues the stream', async () => {
  const { one, gateway, push, numbers, speaks, stored } = await alice();
  await one.speak(speech);
  push(0);
  push(1);
  push(3);
  await settle();
  gateway.socket().drop();
  await one.clock.advance(limits.reconnectEvery);
  await eventually('the new stream', () => speaks().length === 2);
  expect(speaks()[1]).toMatchObject({ ...speech, from: 2 });
  push(2);
  push(3, { last: true });
  await eventually('the sound', stored);
  expect(numbers()).toEqual([0, 1, 2, 3]);
});

it('R132 a stream that falls silent ends with a fault', async () => {
  const { one, push, voice, acks } = await alice();
  await one.speak(speech);
  push(0);
  await one.clock.advance(14_000);
  expect(voice()).toHaveLength(1);
  // In case the last one was lost.
  expect(acks().filter(({ next, stop }) => next === 1 && !stop).length).toBeGreaterThan(2);
  await one.clock.advance(5_000);
  expect(voice().slice(1)).toMatchObject([{ number: 1, last: true, fault: 'VOICE_FAILED' }]);
  expect(acks().at(-1)).toMatchObject({ stop: true });
});

const writing = { text: 'One', question: '', round: 0, chunks: 1, state: 'writing' };

it('R132 the voice of an answer waits while it is being written, and is stored when it is complete', async () => {
  const { one, gateway, push, voice, stored } = await alice({ type: 'ai', message: JSON.stringify(writing) });
  await one.speak(speech);
  push(0);
  await one.clock.advance(40_000);
  expect(voice()).toHaveLength(1);
  push(1, { last: true });
  await settle();
  expect(await stored()).toBeNull();
  const done = { ...writing, text: 'One and more', chunks: 2, state: 'done' };
  await one.db.messages.update(messageId, { answer: JSON.stringify(done) });
  await one.clock.advance(2_000);
  await eventually('the sound', stored);
  expect((await one.speak({ ...speech, id: 't'.padEnd(24, '0') })).sound).not.toBeNull();
  expect(gateway.socket().requestsOf('speak')).toHaveLength(1);
});

it('R132 the fault of a stream reaches the page, and nothing is stored', async () => {
  const { one, push, voice, stored } = await alice();
  await one.speak(speech);
  push(0);
  push(1, { pcm: new Uint8Array(), last: true, fault: 'VOICE_USED_UP' });
  await settle();
  expect(voice().at(-1)).toMatchObject({ number: 1, last: true, fault: 'VOICE_USED_UP' });
  await one.clock.advance(20_000);
  expect(await stored()).toBeNull();
});

it('R132 a stream that the gateway refuses has not begun', async () => {
  const { one, gateway, push, voice } = await alice();
  gateway.goOffline();
  await settle();
  await expect(one.speak(speech)).rejects.toMatchObject({ code: 'NO_RESPONSE' });
  push(0);
  await settle();
  expect(voice()).toEqual([]);
});

it('R132 a stopped stream emits nothing more, and leaves no timer', async () => {
  const { one, push, voice, acks } = await alice();
  await one.speak(speech);
  push(0);
  push(2);
  await settle();
  // The missing chunk, the acknowledgement, and the silence.
  const waits = [150, limits.voiceAckEvery, 3_000];
  expect(waits.map((wait) => one.clock.hasTimerIn(wait))).toEqual([true, true, true]);
  await one.stopSpeaking({ id });
  expect(acks().at(-1)).toMatchObject({ id, stop: true });
  push(1);
  await settle();
  expect(voice()).toHaveLength(1);
  expect(waits.map((wait) => one.clock.hasTimerIn(wait))).toEqual([false, false, false]);
  expect(acks().filter(({ stop }) => stop)).toHaveLength(1);
});

it('R132 one voice at a time: a new stream ends the one before, and a repeated call changes nothing', async () => {
  const { one, push, voice, speaks } = await alice();
  await one.speak(speech);
  await one.speak(speech);
  expect(speaks()).toHaveLength(1);
  push(0);
  await settle();
  const other = 't'.padEnd(24, '0');
  await one.speak({ ...speech, id: other });
  expect(voice().at(-1)).toMatchObject({ id, number: 1, last: true, fault: 'CANCELLED' });
  push(1);
  push(0, { id: other });
  await settle();
  expect(voice().slice(2)).toMatchObject([{ id: other, number: 0 }]);
});

it('R32 R132 a sealed message is refused before anything leaves the device', async () => {
  const { one, gateway } = await alice();
  await one.db.messages.update(messageId, { 'content.encrypted': true } as object);
  await expect(one.speak(speech)).rejects.toMatchObject({ code: 'VOICE_SEALED' });
  const sealed = gateway.addContent('c1', { type: 'text', message: JSON.stringify({ text }) });
  await one.pushRow(sealed);
  await one.db.conversations.update('c1', { sealing: { number: 1, on: true } });
  await expect(one.speak({ id, conversationId: 'c1', messageId: sealed.id })).rejects.toMatchObject({
    code: 'VOICE_SEALED',
  });
  expect(gateway.socket().requestsOf('speak')).toEqual([]);
  expect(gateway.requests('aiBot.createAIVoiceText')).toEqual([]);
});

it.each([
  ['of another conversation', { conversationId: 'c1' }, 'NO_MESSAGE'],
  ['that is unknown', { messageId: 'other' }, 'NO_MESSAGE'],
  ['with an id that is none', { id: 'short' }, 'BAD_REQUEST'],
  ['from a chunk that cannot be', { from: -1 }, 'BAD_REQUEST'],
])('R132 refuses a message %s', async (_, wrong, code) => {
  const { one, speaks } = await alice();
  await expect(one.speak({ ...speech, ...wrong })).rejects.toMatchObject({ code });
  expect(speaks()).toEqual([]);
});

it('R132 refuses a message without a text', async () => {
  const { one } = await alice({ message: JSON.stringify({ text: ' ' }) });
  await expect(one.speak(speech)).rejects.toMatchObject({ code: 'VOICE_NO_TEXT' });
});

it('R132 the sound of an edited message is not that of its new text, and it is deleted with the chat', async () => {
  const { one, push, speaks, stored } = await alice();
  await one.speak(speech);
  push(0, { last: true });
  await eventually('the sound', stored);
  await one.db.messages.update(messageId, { edited: { message: JSON.stringify({ text: 'New' }), at: 1 } });
  expect((await one.speak({ ...speech, id: 't'.padEnd(24, '0') })).sound).toBeNull();
  expect(speaks()).toHaveLength(2);
  await one.db.transaction('rw', one.db.tables, () => deleteConversation(one.db, 'g1'));
  expect(await stored()).toBeNull();
});

it('R132 a message that is edited while it is spoken stores no sound', async () => {
  const { one, push, stored } = await alice();
  await one.speak(speech);
  push(0);
  await settle();
  await one.db.messages.update(messageId, { edited: { message: JSON.stringify({ text: 'New' }), at: 1 } });
  push(1, { last: true });
  await settle();
  await one.clock.advance(20_000);
  expect(await stored()).toBeNull();
});

it('R132 a page whose engine has been restarted continues at its next chunk', async () => {
  const { one, push, numbers, speaks, stored } = await alice();
  await one.speak({ ...speech, from: 7 });
  expect(speaks()).toMatchObject([{ from: 7 }]);
  push(7);
  push(8, { last: true });
  await settle();
  expect(numbers()).toEqual([7, 8]);
  await one.clock.advance(20_000);
  expect(await stored()).toBeNull();
});

it('R132 a rest that cannot be fetched ends the stream with its fault', async () => {
  const { one, gateway, push, voice } = await alice();
  gateway.answer('aiBot.createAIVoiceText', () => {
    throw new Fault('VOICE_FAILED');
  });
  await one.speak(speech);
  push(0, { pcm: new Uint8Array(), last: true, fault: 'VOICE_BEHIND' });
  await eventually('the fault', () => voice().length === 1);
  expect(voice()).toMatchObject([{ number: 0, last: true, fault: 'VOICE_FAILED' }]);
});
