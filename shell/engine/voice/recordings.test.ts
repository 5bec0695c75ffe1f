import { readFile as readBytes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ownVoiceDraft } from '@amber/client/bus';
import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, expect, it } from 'vitest';
import { deleteConversation } from '../rows/deleteConversation.ts';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { createFakeStore } from '../testing/fakeStore.ts';
import { type Alice, newDatabases, startAlice } from '../testing/startAlice.ts';
import { samplesIn } from './samples.ts';
import { mp3Frames, tone } from './testing/sound.ts';
import { addPeaks, noPeaks, toWaveform } from './waveform.ts';

const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
const loadMp3Wasm = async () => new Uint8Array(await readBytes(wasm));

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
  await settle();
});

async function alice(options: Parameters<typeof startAlice>[0] = {}): Promise<Alice> {
  const one = await startAlice({ store: createFakeStore(), voice: { loadMp3Wasm }, ...options });
  started.push(one);
  return one;
}

const chunk = samplesIn(limits.voiceChunkEvery);
const voice = { conversationId: 'c1', recording: 'r1' };

/** Appends a sound in the chunks of the recorder, from sample `from` on. */
async function record({ appendVoice }: Alice, pcm: Int16Array, from = 0, to = pcm.length) {
  for (let at = from; at < to; at += chunk)
    await appendVoice({ ...voice, at, pcm: pcm.slice(at, Math.min(at + chunk, to)) });
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const draftOf = async ({ voiceDraft }: Alice, recording = 'r1') =>
  (await voiceDraft({ conversationId: 'c1', recording }))!;
const framesOf = async (blob: Blob) => mp3Frames(await bytesOf(blob));
const rowsOf = async ({ db }: Alice) =>
  (await db.identity.toCollection().primaryKeys()).filter((key) => key.startsWith('voice'));

/** All of a sound is in it: a frame has 576 samples, and the coders delay it by 1,105. */
const framesFor = (milliseconds: number) => Math.ceil((samplesIn(milliseconds) + 1_105) / 576);

it('R96 R194 a recording is mp3 of 16 kHz with one channel, with all of its sound', async () => {
  const one = await alice();
  await record(one, tone(3_000));
  const draft = await draftOf(one);
  expect(draft).toMatchObject({ recording: 'r1', duration: 3_000 });
  expect(draft.blob.type).toBe('audio/mpeg');
  const frames = await framesOf(draft.blob);
  expect(frames.length).toBeGreaterThanOrEqual(framesFor(3_000));
  expect(frames.length).toBeLessThan(framesFor(3_000) + 8);
  expect(new Set(frames.map((frame) => JSON.stringify(frame)))).toEqual(
    new Set([JSON.stringify({ bitrate: limits.voiceBitrate, sampleRate: 16_000, channels: 1 })]),
  );
  expect(draft.waveform.length).toBeLessThanOrEqual(limits.waveformMax);
  expect(draft.waveform).toContain(limits.waveformPeak);
});

it('R194 looking at a draft does not interrupt the recording', async () => {
  const [looked, other] = [await alice(), await alice()];
  const pcm = tone(2_000);
  for (const one of [looked, other]) await record(one, pcm, 0, samplesIn(1_000));
  await draftOf(looked);
  for (const one of [looked, other]) await record(one, pcm, samplesIn(1_000));
  for (const one of [looked, other]) await one.sendVoice({ ...voice, id: 'm'.padEnd(24, '0') });
  const [sound, same] = await Promise.all(
    [looked, other].map(async ({ db }) => bytesOf((await db.files.toArray())[0]!.blob)),
  );
  expect(sound).toEqual(same);
});

it('R194 an engine that dies in the middle loses nothing that was appended', async () => {
  const databases = newDatabases();
  const pcm = tone(4_000);
  const first = await alice({ databases });
  await record(first, pcm, 0, samplesIn(2_000));
  await first.close();
  const second = await alice({ databases });
  expect((await draftOf(second)).duration).toBe(2_000);
  expect((await framesOf((await draftOf(second)).blob)).length).toBeGreaterThanOrEqual(framesFor(2_000));
  // The page repeats the call that was not answered.
  await record(second, pcm, samplesIn(2_000) - chunk);
  const draft = await draftOf(second);
  expect(draft.duration).toBe(4_000);
  expect((await framesOf(draft.blob)).length).toBeGreaterThanOrEqual(framesFor(4_000));
});

it('R194 repeated samples are skipped, and samples after a gap are refused', async () => {
  const one = await alice();
  const pcm = tone(1_000);
  await record(one, pcm, 0, 3 * chunk);
  const before = await bytesOf((await draftOf(one)).blob);
  await record(one, pcm, 0, 3 * chunk);
  await one.appendVoice({ ...voice, at: chunk, pcm: pcm.slice(chunk, 2 * chunk) });
  expect(await bytesOf((await draftOf(one)).blob)).toEqual(before);
  await expect(one.appendVoice({ ...voice, at: 4 * chunk, pcm: pcm.slice(0, chunk) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  // Half of it is known already.
  const overlapping = { at: 2.5 * chunk, pcm: pcm.slice(2.5 * chunk, 3.5 * chunk) };
  expect(await one.appendVoice({ ...voice, ...overlapping })).toEqual({ duration: 875 });
});

it.each([
  ['a time that is no number', { at: -1 }],
  ['other samples', { pcm: [1, 2] as never }],
  ['an id that could be another key', { recording: 'r1 0' }],
])('R194 refuses %s', async (_, wrong) => {
  const one = await alice();
  await expect(one.appendVoice({ ...voice, at: 0, pcm: tone(10), ...wrong })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await rowsOf(one)).toEqual([]);
});

it('R194 a recording ends at 15 minutes', async () => {
  const one = await alice();
  await record(one, tone(250));
  await expect(
    one.appendVoice({ ...voice, at: 4_000, pcm: new Int16Array(samplesIn(limits.voiceMax)) }),
  ).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect((await draftOf(one)).duration).toBe(250);
});

it('R194 a full disk refuses a chunk, which can be appended again', async () => {
  const one = await alice();
  const pcm = tone(2_000);
  await record(one, pcm, 0, samplesIn(1_000));
  const table = one.db.identity;
  const { put } = table;
  table.put = () => Promise.reject(new Fault('STORAGE')) as never;
  await expect(
    one.appendVoice({ ...voice, at: samplesIn(1_000), pcm: pcm.slice(samplesIn(1_000)) }),
  ).rejects.toMatchObject({ code: 'STORAGE' });
  table.put = put;
  await record(one, pcm, samplesIn(1_000));
  const draft = await draftOf(one);
  expect(draft.duration).toBe(2_000);
  expect((await framesOf(draft.blob)).length).toBeGreaterThanOrEqual(framesFor(2_000));
});

it('R194 a new recording replaces an older one, and a discarded one is gone', async () => {
  const one = await alice();
  await record(one, tone(1_000));
  await one.clock.advance(limits.voiceLease);
  await one.appendVoice({ conversationId: 'c1', recording: 'r2', at: 0, pcm: tone(500) });
  expect(await draftOf(one, 'r2')).toMatchObject({ recording: 'r2', duration: 500 });
  expect((await rowsOf(one)).filter((key) => key.includes('r1'))).toEqual([]);
  await one.discardVoice({ conversationId: 'c1', recording: 'r1' });
  expect(await draftOf(one, 'r2')).toMatchObject({ recording: 'r2' });
  await one.discardVoice({ conversationId: 'c1', recording: 'r2' });
  expect(await one.voiceDraft({ conversationId: 'c1' })).toBeNull();
  expect(await rowsOf(one)).toEqual([]);
  // A chunk that is late does not bring it back.
  await expect(
    one.appendVoice({ conversationId: 'c1', recording: 'r2', at: 8_000, pcm: tone(10) }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

it('R194 another page neither sees nor replaces a recording that goes on', async () => {
  const one = await alice();
  await record(one, tone(1_000));
  const other = { conversationId: 'c1', recording: 'r2' };
  const refused = { code: 'RECORDED_ELSEWHERE' };
  await expect(one.appendVoice({ ...other, at: 0, pcm: tone(250) })).rejects.toMatchObject(refused);

  const lookAndWait = async (recordMore: () => Promise<unknown>) => {
    const draft = one.voiceDraft({ conversationId: 'c1' });
    draft.catch(() => {});
    await eventually('the wait', () => one.clock.hasTimerIn(limits.voiceLease));
    await one.clock.advance(limits.voiceLease / 2);
    await recordMore();
    await one.clock.advance(limits.voiceLease / 2);
    return draft;
  };
  await expect(lookAndWait(() => record(one, tone(1_250), samplesIn(1_000)))).rejects.toMatchObject(refused);
  // It is paused: its page repeats that it is still there.
  const renew = () => one.appendVoice({ ...voice, at: 0, pcm: new Int16Array() });
  await expect(lookAndWait(renew)).rejects.toMatchObject(refused);
  await expect(one.appendVoice({ ...other, at: 0, pcm: tone(250) })).rejects.toMatchObject(refused);
  // Its page is gone.
  expect(await lookAndWait(async () => {})).toMatchObject({ recording: 'r1', duration: 1_250 });
  await one.appendVoice({ ...other, at: 0, pcm: tone(250) });
  expect(await draftOf(one, 'r2')).toMatchObject({ recording: 'r2' });
});

it('R194 a conversation that is deleted while samples are encoded keeps nothing of its recording', async () => {
  const gateway = createFakeGateway();
  gateway.addChat('g1', { type: 'group' });
  let deleteNow = async () => {};
  const one = await alice({
    gateway,
    voice: {
      loadMp3Wasm: async () => {
        await deleteNow();
        return loadMp3Wasm();
      },
    },
  });
  const group = { conversationId: 'g1', recording: 'r1' };
  const notMember = { code: 'NOT_MEMBER' };
  deleteNow = () => one.db.transaction('rw', one.db.tables, () => deleteConversation(one.db, 'g1'));
  await expect(one.appendVoice({ ...group, at: 0, pcm: tone(250) })).rejects.toMatchObject(notMember);
  expect(await rowsOf(one)).toEqual([]);
});

it('R194 the encoder of a recording that does not grow is freed, and the recording can go on', async () => {
  const one = await alice();
  const pcm = tone(2_000);
  await record(one, pcm, 0, samplesIn(1_000));
  const { timers } = one.clock;
  await one.clock.advance(60_000);
  expect(one.clock.timers).toBeLessThan(timers);
  await record(one, pcm, samplesIn(1_000));
  const draft = await draftOf(one);
  expect(draft.duration).toBe(2_000);
  expect((await framesOf(draft.blob)).length).toBeGreaterThanOrEqual(framesFor(2_000));
});

it('R96 R194 a sent recording is an audio message that is stored as mp3 and uploaded', async () => {
  const one = await alice();
  await record(one, tone(1_000));
  const id = 'v'.padEnd(24, '0');
  const quote = { id: 'q', author: 'bob', text: 'Hello' };
  await one.sendVoice({ ...voice, id, quote });
  expect(await rowsOf(one)).toEqual([]);
  const body = readFile((await one.message(id)).content)!;
  expect(body).toMatchObject({ voice: true, duration: 1_000, mime: 'audio/mpeg', quote });
  expect(body.waveform?.length).toBeGreaterThan(0);
  const { blob } = (await one.db.files.get(id))!;
  expect(blob.size).toBe(body.size);
  expect((await framesOf(blob)).length).toBeGreaterThanOrEqual(framesFor(1_000));
  await one.waitUntilSent(id);
  expect(one.gateway.sentMessages().map((sent) => sent.id)).toEqual([id]);

  // A repeated call changes nothing, even when another recording has begun.
  await one.appendVoice({ conversationId: 'c1', recording: 'r2', at: 0, pcm: tone(250) });
  await one.sendVoice({ ...voice, id });
  expect(await draftOf(one, 'r2')).toMatchObject({ recording: 'r2' });
  await expect(one.sendVoice({ ...voice, id: 'w'.padEnd(24, '0') })).rejects.toMatchObject({ code: 'NO_MESSAGE' });
});

it('R194 a message that cannot be stored leaves its recording', async () => {
  const one = await alice();
  await record(one, tone(1_000));
  const { add } = one.db.files;
  one.db.files.add = () => Promise.reject(new Fault('STORAGE')) as never;
  const id = 'v'.padEnd(24, '0');
  await expect(one.sendVoice({ ...voice, id })).rejects.toMatchObject({ code: 'STORAGE' });
  one.db.files.add = add;
  expect(await one.message(id)).toBeUndefined();
  expect(await draftOf(one)).toMatchObject({ duration: 1_000 });
  await one.sendVoice({ ...voice, id });
  expect(await rowsOf(one)).toEqual([]);
});

it('a waveform has a bounded number of values, and shows where the sound is', () => {
  let peaks = noPeaks;
  const pcm = new Int16Array(samplesIn(60_000)).fill(9_000, 0, samplesIn(30_000));
  for (let at = 0; at < pcm.length; at += chunk) peaks = addPeaks(peaks, at, pcm.subarray(at, at + chunk));
  const waveform = toWaveform(peaks);
  expect(waveform).toHaveLength(limits.waveformMax);
  expect(waveform.slice(0, 30)).toEqual(Array(30).fill(limits.waveformPeak));
  expect(waveform.slice(-30)).toEqual(Array(30).fill(0));
  // Noise is not scaled to the full height.
  expect(Math.max(...toWaveform(addPeaks(noPeaks, 0, Int16Array.of(100, -100))))).toBeLessThan(3);
});

it('R131 a recording for a voice of one’s own needs no conversation, and cannot be sent', async () => {
  const one = await alice();
  const own = { conversationId: ownVoiceDraft, recording: 'r1' };
  await one.appendVoice({ ...own, at: 0, pcm: tone(1_000) });
  expect(await one.voiceDraft(own)).toMatchObject({ recording: 'r1', duration: 1_000 });
  await expect(one.sendVoice({ ...own, id: 'm1' })).rejects.toThrow();
  await one.discardVoice(own);
  expect(await rowsOf(one)).toEqual([]);
  await expect(one.appendVoice({ ...own, conversationId: 'absent', at: 0, pcm: tone(1_000) })).rejects.toMatchObject({
    code: 'NOT_MEMBER',
  });
});
