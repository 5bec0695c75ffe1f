import { readFile as readBytes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { EngineEvent, Speech, SpeechService } from '@amber/client/bus';
import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, expect, it } from 'vitest';
import { Clock, eventually, settle } from '../testing/clock.ts';
import { createFakeStore } from '../testing/fakeStore.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';
import { samplesIn } from './samples.ts';
import { joinTexts, sessionEnd } from './sessions.ts';
import { createFakeIat, type FakeIat, iatResult } from './testing/fakeIat.ts';
import { mp3Frames, tone } from './testing/sound.ts';

const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
const loadMp3Wasm = async () => new Uint8Array(await readBytes(wasm));

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) {
    await one.close();
    await settle();
    expect(one.clock.timers, 'timers left after close').toBe(0);
  }
});

const id = 'v'.padEnd(24, '0');
const service: SpeechService = { provider: 'iat', host: 'iat.test' };
const speech = (pcm: Int16Array<ArrayBuffer>, agreed = service): Speech => ({ pcm: new Blob([pcm]), service: agreed });

const refuse = (code: string) => () => {
  throw new Fault(code);
};

/** What the gateway can answer. */
const answers = {
  signUrl: {
    url: () => ({ url: 'wss://iat.test/v2/iat?0', appId: 'app1' }),
    notSetUp: refuse('SPEECH_NOT_SET_UP'),
    busy: refuse('SPEECH_BUSY'),
    offline: refuse('NO_RESPONSE'),
  },
};

/** Alice has a voice message from Bob. */
async function alice(chat: 'private' | 'robot' = 'private') {
  const clock = new Clock();
  const iat = createFakeIat(() => clock.now());
  const one = await startAlice({
    clock,
    store: createFakeStore(),
    voice: { loadMp3Wasm, openTextSocket: iat.openTextSocket },
  });
  started.push(one);
  let urls = 0;
  one.gateway.answer('speech.signUrl', () => ({ url: `wss://iat.test/v2/iat?${(urls += 1)}`, appId: 'app1' }));
  if (chat === 'robot') await one.db.conversations.update('c1', { type: 'robot' });
  const file = { key: 'k', uri: 'https://files.test/chat/x', digest: 'd', preview: '' };
  const body = { file, name: 'Voice message.mp3', size: 1, mime: 'audio/mpeg', duration: 1_000, voice: true };
  await one.pushRow(one.gateway.addContent('c1', { id, type: 'audio', message: JSON.stringify(body) }));
  const transcriptions = () =>
    one.events.filter(
      (event): event is Extract<EngineEvent, { type: 'transcription' }> => event.type === 'transcription',
    );
  return { one, iat, clock, transcriptions };
}

/** Advances the time until the promise has settled. */
async function finish<T>(clock: Clock, promise: Promise<T>): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => (settled = true));
  watched.catch(() => {});
  await eventually('the end', async () => {
    await clock.advance(1_000, async () => {});
    return settled;
  });
  return watched;
}

it('R144 sends frames of 1,280 samples every 40 ms with the parameters of the service', async () => {
  const { one, iat, clock } = await alice();
  const pcm = tone(1_000);
  expect(await finish(clock, one.transcribe({ id, ...speech(pcm) }))).toEqual({ text: 'session 0' });
  const [connection] = iat.connections;
  expect(connection!.url).toBe('wss://iat.test/v2/iat?1');
  expect(connection!.closed).toBe(true);
  const { frames, times } = connection!;
  expect(frames[0]).toMatchObject({
    common: { app_id: 'app1' },
    business: { language: 'zh_cn', domain: 'iat', accent: 'mandarin', vad_eos: 9_000, dwa: 'wpgs' },
  });
  expect(frames.slice(1).some(({ business, common }) => business ?? common)).toBe(false);
  expect(frames.map(({ data }) => data.status)).toEqual([0, ...Array(11).fill(1), 2]);
  expect(times.slice(1).map((time, at) => time - times[at]!)).toEqual(Array(12).fill(40));
  const sounds = frames.map(({ data }) => Buffer.from(data.audio, 'base64'));
  expect(new Set(sounds.map(({ length }) => length))).toEqual(new Set([2_560]));
  expect(frames.every(({ data }) => data.format === 'audio/L16;rate=16000' && data.encoding === 'raw')).toBe(true);
  const sent = Buffer.concat(sounds);
  expect(Array.from(pcm.keys(), (at) => sent.readInt16LE(2 * at))).toEqual([...pcm]);
});

it('R145 R147 assembles what the service corrects, tells pages, and stores the text, which search finds', async () => {
  const { one, iat, clock, transcriptions } = await alice();
  iat.behaviour.onFrame = (connection, { data: { status } }) => {
    const count = connection.frames.length;
    if (count === 3) connection.reply(iatResult(1, ['今天'], { pgs: 'apd' }));
    if (count === 6) connection.reply(iatResult(2, ['今', '天气'], { pgs: 'rpl', rg: [1, 1] }));
    if (count === 9) connection.reply(iatResult(3, ['怎么样'], { pgs: 'apd' }));
    if (status === 2) connection.reply(iatResult(4, ['？\u202e'], { pgs: 'apd' }, 2));
  };
  const [text, same] = await finish(
    clock,
    Promise.all([one.transcribe({ id, ...speech(tone(1_000)) }), one.transcribe({ id, ...speech(tone(1_000)) })]),
  );
  expect(text).toEqual({ text: '今天气怎么样？' });
  expect(same).toEqual(text);
  expect(iat.connections).toHaveLength(1);
  expect(transcriptions().map(({ status, text: part }) => [status, part])).toEqual([
    ['processing', ''],
    ['processing', '今天'],
    ['processing', '今天气'],
    ['processing', '今天气怎么样'],
    ['processing', '今天气怎么样？'],
    ['success', '今天气怎么样？'],
  ]);
  expect((await one.message(id)).transcript).toEqual({ text: '今天气怎么样？', at: expect.any(Number) });
  expect(await one.search({ text: '怎么样' })).toMatchObject([{ id, excerpt: '今天气怎么样？' }]);
  expect(await one.search({ text: 'mp3' })).toEqual([]);
  // The stored text is not asked for again.
  expect(await one.transcribe({ id, ...speech(tone(10)) })).toEqual(text);
  expect(iat.connections).toHaveLength(1);

  // It is withdrawn with its message.
  await one.pushRow(
    one.gateway.addContent('c1', { cmdId: 'withdraw', type: 'withdraw', targets: [id], message: '{}' }),
  );
  expect((await one.message(id)).transcript).toBeUndefined();
  expect(await one.search({ text: '怎么样' })).toEqual([]);
});

it('R144 converts 150 seconds in sessions of at most a minute, cut where nobody speaks', async () => {
  const { one, iat, clock } = await alice();
  const pcm = tone(150_000);
  for (const pause of [50_000, 95_000]) pcm.fill(0, samplesIn(pause), samplesIn(pause + 400));
  const { text } = await finish(clock, one.transcribe({ id, ...speech(pcm) }));
  expect(text).toBe('session 0 session 1 session 2');
  const samples = iat.connections.map(({ frames }) => frames.length * limits.speechFrameSamples);
  expect(samples.every((count) => count <= samplesIn(limits.speechSessionMax) + limits.speechFrameSamples)).toBe(true);
  expect(sessionEnd(pcm, 0)).toBeGreaterThanOrEqual(samplesIn(50_000));
  expect(sessionEnd(pcm, 0)).toBeLessThanOrEqual(samplesIn(50_400));
  expect(samples.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(pcm.length);
  // Each session has a URL of its own.
  expect(new Set(iat.connections.map(({ url }) => url)).size).toBe(3);
});

it('R144 goes on in another session when the service ends one at a long silence', async () => {
  const { one, iat, clock } = await alice();
  const usual = iat.behaviour.onFrame;
  iat.behaviour.onFrame = (connection, frame) => {
    // 16 seconds of sound were sent by then.
    if (iat.connections.length === 1 && connection.frames.length === 200)
      connection.reply(iatResult(1, ['before'], {}, 2));
    else if (iat.connections.length > 1) usual(connection, frame);
  };
  const { text } = await finish(clock, one.transcribe({ id, ...speech(tone(30_000)) }));
  expect(text).toBe('before session 1');
  const [, second] = iat.connections;
  // It begins two seconds earlier, for what was on the way.
  expect(second!.frames.length * limits.speechFrameSamples).toBeGreaterThanOrEqual(samplesIn(16_000));
});

type Break = (connection: FakeIat['connections'][number]) => void;
const breaks: [string, Break, code: string][] = [
  [
    'an error code',
    (connection) => connection.reply({ code: 10_165, message: 'invalid handle', data: null }),
    'SPEECH_FAILED',
  ],
  ['a used up account', (connection) => connection.reply({ code: 11_201, message: 'licc limit' }), 'SPEECH_BUSY'],
  ['a lost connection', (connection) => connection.drop(), 'SPEECH_FAILED'],
  ['something that is no JSON', (connection) => connection.reply('<h1>Hello</h1>'), 'SPEECH_FAILED'],
  ['JSON of another kind', (connection) => connection.reply('null'), 'SPEECH_FAILED'],
  ['results with impossible numbers', (connection) => connection.reply(iatResult(1e9, ['a'])), 'SPEECH_FAILED'],
  ['a huge answer', (connection) => connection.reply(iatResult(1, ['a'.repeat(100_000)])), 'SPEECH_FAILED'],
  ['an end before anything was heard', (connection) => connection.reply(iatResult(1, ['a'], {}, 2)), 'SPEECH_FAILED'],
  [
    'text without end',
    (connection) => {
      for (let sn = 1; sn < 100; sn += 1) connection.reply(iatResult(sn, ['a'.repeat(1_000)]));
    },
    'SPEECH_FAILED',
  ],
  ['nothing', () => {}, 'SPEECH_FAILED'],
];

it.each(breaks)(
  'R145 a service that answers with %s ends with an error, and nothing of it stays',
  async (_, answer, code) => {
    const { one, iat, clock, transcriptions } = await alice();
    iat.behaviour.onFrame = (connection) => {
      if (connection.frames.length === 5) {
        connection.reply(iatResult(1, ['half']));
        answer(connection);
      }
    };
    await expect(finish(clock, one.transcribe({ id, ...speech(tone(1_000)) }))).rejects.toMatchObject({ code });
    expect(transcriptions().at(-1)).toEqual({ type: 'transcription', id, status: 'error', text: '', fault: code });
    expect((await one.message(id)).transcript).toBeUndefined();
    expect(iat.connections[0]!.closed).toBe(true);
    // The next attempt begins anew.
    iat.behaviour.onFrame = (connection, { data }) => {
      if (data.status === 2) connection.reply(iatResult(1, ['whole'], {}, 2));
    };
    expect(await finish(clock, one.transcribe({ id, ...speech(tone(1_000)) }))).toEqual({ text: 'whole' });
  },
);

it('R145 results that nobody asked for do not freeze the engine', async () => {
  const { one, iat, clock } = await alice();
  iat.behaviour.onFrame = (connection, { data }) => {
    if (data.status === 0)
      connection.reply(iatResult(2, ['kept'], { pgs: 'rpl', rg: [-9_007_199_254_740_991, 9_007_199_254_740_991] }));
    if (data.status === 1) connection.reply({ code: 0, data: { status: 1, result: { sn: 3, ws: [null, { cw: 7 }] } } });
    if (data.status === 2) connection.reply({ code: 0, data: { status: 2 } });
  };
  expect(await finish(clock, one.transcribe({ id, ...speech(tone(1_000)) }))).toEqual({ text: 'kept' });
});

it('R145 tells apart what is not set up, not heard and used up', async () => {
  const { one, iat, clock, transcriptions } = await alice();
  const unknown = { provider: 'toString' as never, host: '' };
  await expect(one.transcribe({ id, ...speech(tone(100), unknown) })).rejects.toMatchObject({
    code: 'SPEECH_NOT_SET_UP',
  });
  const { signUrl } = answers;
  one.gateway.answer('speech.signUrl', signUrl.notSetUp);
  await expect(one.transcribe({ id, ...speech(tone(100)) })).rejects.toMatchObject({ code: 'SPEECH_NOT_SET_UP' });
  one.gateway.answer('speech.signUrl', signUrl.url);
  iat.behaviour.onFrame = (connection, { data }) => {
    if (data.status === 2) connection.reply(iatResult(1, [' '], {}, 2));
  };
  await expect(finish(clock, one.transcribe({ id, ...speech(tone(100)) }))).rejects.toMatchObject({
    code: 'SPEECH_EMPTY',
  });
  one.gateway.answer('speech.signUrl', signUrl.busy);
  await expect(finish(clock, one.transcribe({ id, ...speech(tone(100)) }))).rejects.toMatchObject({
    code: 'SPEECH_BUSY',
  });
  expect(transcriptions().flatMap(({ fault }) => fault || [])).toEqual([
    'SPEECH_NOT_SET_UP',
    'SPEECH_NOT_SET_UP',
    'SPEECH_EMPTY',
    'SPEECH_BUSY',
  ]);
  await expect(one.transcribe({ id: 'unknown', ...speech(tone(100)) })).rejects.toMatchObject({ code: 'NO_MESSAGE' });
});

it('R145 a conversion can be cancelled', async () => {
  const { one, iat, clock } = await alice();
  const running = one.transcribe({ id, ...speech(tone(10_000)) });
  running.catch(() => {});
  await eventually('the connection', () => iat.connections.length === 1);
  await clock.advance(500);
  await one.cancelTranscription({ id });
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  await settle();
  expect(iat.connections[0]!.closed).toBe(true);
});

it('R147 relays mp3 in pieces that the gateway accepts', async () => {
  const { one } = await alice();
  const language = { texts: ['Hello there.', 'How are you?'] };
  one.gateway.answer('speech.transcribe', () => ({ text: language.texts.shift() ?? '' }));
  const relay: SpeechService = { provider: 'relay', host: 'relay.test' };
  expect(await one.transcribe({ id, ...speech(tone(70_000), relay) })).toEqual({ text: 'Hello there. How are you?' });
  const audios = one.gateway.requests('speech.transcribe').map(({ audio }) => audio);
  expect(audios).toHaveLength(2);
  for (const audio of audios) {
    expect(audio.length).toBeLessThan(limits.speechAudioMax);
    expect(mp3Frames(audio)[0]).toEqual({ bitrate: limits.voiceBitrate, sampleRate: 16_000, channels: 1 });
  }
});

it('R194 dictation leaves the recording, and stores nothing', async () => {
  const { one, clock } = await alice();
  const draft = { conversationId: 'c1', recording: 'r1' };
  await one.appendVoice({ ...draft, at: 0, pcm: tone(500) });
  expect(await finish(clock, one.dictate({ recording: 'r1', ...speech(tone(500)) }))).toEqual({ text: 'session 0' });
  expect(await one.voiceDraft({ conversationId: 'c1' })).toMatchObject({ recording: 'r1' });
});

const sent = 's'.padEnd(24, '0');
const voice = { conversationId: 'c1', recording: 'r1' };

/** Alice has recorded something for a bot. */
async function recordForBot() {
  const setting = await alice('robot');
  const { one } = setting;
  await one.appendVoice({ ...voice, at: 0, pcm: tone(500) });
  const transcriptOf = async () => readFile((await one.message(sent)).content)?.transcript;
  return { ...setting, transcriptOf };
}
const request = () => ({ id: sent, ...voice, speech: speech(tone(500)) });

it('R147 a voice message to a bot carries its text, and an empty one if no words were heard', async () => {
  const { one, iat, clock, transcriptOf } = await recordForBot();
  await finish(clock, one.sendVoice(request()));
  expect(await transcriptOf()).toBe('session 0');

  const other = await recordForBot();
  other.iat.behaviour.onFrame = (connection, { data }) => {
    if (data.status === 2) connection.reply(iatResult(1, [''], {}, 2));
  };
  await finish(other.clock, other.one.sendVoice(request()));
  expect(await other.transcriptOf()).toBe('');
  expect(iat.connections).toHaveLength(1);
});

it('R147 a voice message to a bot carries no text where speech to text is not set up or not wanted', async () => {
  const { one, transcriptOf } = await recordForBot();
  one.gateway.answer('speech.signUrl', answers.signUrl.notSetUp);
  await one.sendVoice(request());
  expect(await transcriptOf()).toBeUndefined();

  const other = await recordForBot();
  const sending = other.one.sendVoice(request());
  await eventually('the connection', () => other.iat.connections.length === 1);
  await other.one.cancelTranscription({ id: sent });
  await sending;
  expect(await other.transcriptOf()).toBeUndefined();
});

it.each([
  ['the quota', answers.signUrl.busy, 'SPEECH_BUSY'],
  ['the network', answers.signUrl.offline, 'NO_RESPONSE'],
])('R147 R194 when %s fails, the recording for a bot stays, and goes without text if asked', async (_, fail, code) => {
  const { one, transcriptOf } = await recordForBot();
  one.gateway.answer('speech.signUrl', fail);
  await expect(one.sendVoice(request())).rejects.toMatchObject({ code });
  expect(await one.message(sent)).toBeUndefined();
  expect(await one.voiceDraft(voice)).toMatchObject({ duration: 500 });
  await one.sendVoice({ id: sent, ...voice });
  expect(await transcriptOf()).toBeUndefined();
});

it('R194 an engine that closes during a conversion sends nothing without its text', async () => {
  const { one, iat } = await recordForBot();
  const sending = one.sendVoice(request());
  const outcome = expect(sending).rejects.toMatchObject({ code: 'NO_RESPONSE' });
  await eventually('the connection', () => iat.connections.length === 1);
  await one.close();
  await outcome;
});

it('R147 a conversion for a bot does not hold up the conversation', async () => {
  const { one, iat } = await recordForBot();
  const sending = one.sendVoice(request());
  sending.catch(() => {});
  await eventually('the connection', () => iat.connections.length === 1);
  expect(await one.voiceDraft(voice)).toMatchObject({ recording: 'r1' });
  await one.discardVoice(voice);
  await one.cancelTranscription({ id: sent });
  await expect(sending).rejects.toMatchObject({ code: 'NO_MESSAGE' });
});

it.each(['wss://other.test/v2/iat', 'wss://iat.test:444/v2/iat', 'no address'])(
  'R144 R146 the sound goes to no other service than the one that was agreed to: %s',
  async (url) => {
    const { one, iat } = await alice();
    one.gateway.answer('speech.signUrl', () => ({ url, appId: 'app1' }));
    await expect(one.transcribe({ id, ...speech(tone(100)) })).rejects.toMatchObject({ code: 'SPEECH_CHANGED' });
    expect(iat.connections).toHaveLength(0);
    expect(one.gateway.requests('speech.transcribe')).toHaveLength(0);
  },
);

it.each([
  ['half a sample', new Blob(['abc'])],
  ['no Blob', tone(10)],
])('R145 refuses a sound that is %s', async (_, pcm) => {
  const { one } = await alice();
  await expect(one.transcribe({ id, pcm: pcm as Blob, service })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

it('R147 search finds no text that another person put into their voice message', async () => {
  const { one } = await alice();
  const file = { key: 'k', uri: 'https://files.test/chat/x', digest: 'd', preview: '' };
  const body = { file, name: 'a.mp3', size: 1, mime: 'audio/mpeg', voice: true, transcript: 'forged' };
  await one.pushRow(
    one.gateway.addContent('c1', { id: 'w'.padEnd(24, '0'), type: 'audio', message: JSON.stringify(body) }),
  );
  expect(await one.search({ text: 'forged' })).toEqual([]);
});

it('R147 a voice message to a person carries no text', async () => {
  const { one, iat } = await alice();
  await one.appendVoice({ ...voice, at: 0, pcm: tone(500) });
  await one.sendVoice(request());
  expect(readFile((await one.message(sent)).content)).not.toHaveProperty('transcript');
  expect(iat.connections).toHaveLength(0);
});

it.each([
  ['Hello', 'world', 'Hello world'],
  ['你好，', '世界', '你好，世界'],
  ['', 'a', 'a'],
  ['a ', 'b', 'a b'],
])('%j and %j are joined as %j', (one, other, joined) => {
  expect(joinTexts(one, other)).toBe(joined);
});
