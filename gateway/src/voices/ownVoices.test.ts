import { readWav } from '@amber/proto/wav';
import type { AiVoice } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiOf, connectAs, newMessageId, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { madeSpeech, pcmOf } from '../testing/madeSpeech.ts';
import { startSpeechSynthesisService, type SpeechSynthesisService } from '../testing/speechSynthesisService.ts';
import type { Synthesizer } from '../textToSpeech/synthesizer.ts';
import { createOpenAiCloning } from './openAiCloning.ts';

let service: SpeechSynthesisService;
let gateway: TestGateway;
let withoutCloning: TestGateway;
let now = Date.now();

const synthesizerOf = (cloning: Synthesizer['cloning'], host: string): Synthesizer => ({
  name: 'Test',
  host,
  voices: [
    { id: 'coral', name: 'Coral' },
    { id: 'verse', name: 'Verse' },
  ],
  synthesize: async () => new Int16Array(1),
  cloning,
});

beforeAll(async () => {
  service = await startSpeechSynthesisService();
  const cloning = createOpenAiCloning({ baseUrl: service.url, key: 'testspeechkey' }, limits);
  const options = { clock: () => (now += 1), limits: { voiceChecksPerHour: 60 } };
  gateway = await startTestGateway({ ...options, synthesizer: synthesizerOf(cloning, new URL(service.url).host) });
  withoutCloning = await startTestGateway({ ...options, synthesizer: synthesizerOf(null, '') });
});
afterAll(async () => {
  await gateway.close();
  await withoutCloning.close();
  await service.close();
});
beforeEach(() => {
  service.refuseVoices = 0;
});

const speech = pcmOf(madeSpeech({ seconds: 7 }));

const record = async ({ api }: Person, ids: readonly string[]) => {
  for (const textId of ids)
    expect((await api.aiBot.recAIVoice({ textId, pcm: speech })).check).toMatchObject({ verdict: 'good' });
};
const enough = ['en-consent', 'en-1', 'en-2', 'en-3', 'en-4'];

const clone = async ({ api }: Person, name = 'Mine'): Promise<AiVoice> =>
  (await api.aiBot.cloneAiVoice({ requestId: newMessageId(), name, language: 'en' })).voice!;

async function personWithVoice(): Promise<{ person: Person; voice: AiVoice }> {
  const person = await signIn(gateway);
  await record(person, enough);
  return { person, voice: await clone(person) };
}

const createBot = async ({ api }: Person, voice: string, audience: 'owner' | 'everyone' = 'everyone') =>
  (
    await api.aiBot.createUserClone({
      requestId: newMessageId(),
      aiBotInfo: { type: 'clone', name: 'Echo', audience, voice },
    })
  ).aiBotInfo!;

/** Whether any table holds this text. */
async function isStored(text: string): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    gateway,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await query(
      gateway,
      `select 1 from ${name} t where position($1 in to_jsonb(t)::text) > 0 limit 1`,
      [text],
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}

describe('R131 recordings', () => {
  test('R131 the room is measured, and nothing is stored', async () => {
    const { api, identifier } = await signIn(gateway);
    expect(await api.aiBot.checkVoiceEnv({ pcm: speech })).toMatchObject({ verdict: 'good' });
    expect(await api.aiBot.checkVoiceEnv({ pcm: pcmOf(madeSpeech({ noise: 2_000 })) })).toMatchObject({
      verdict: 'noisy',
    });
    expect(await isStored(identifier)).not.toContain('voice_recording');
  });

  test('R131 a good recording is stored, replaced, heard and deleted; others hear nothing of it', async () => {
    const [anna, ben] = [await signIn(gateway), await signIn(gateway)];
    const durations = async ({ api }: Person) =>
      (await api.aiBot.getVoiceTrainTexts({ language: 'en' })).list.map(({ duration }) => duration);
    await record(anna, ['en-1', 'en-2', 'en-1']);
    expect((await durations(anna)).slice(0, 4)).toEqual([0, 7_000, 7_000, 0]);
    expect(
      (await anna.api.aiBot.getVoiceTrainTexts({ language: 'zh' })).list.every(({ duration }) => duration === 0),
    ).toBe(true);
    expect(Buffer.compare((await anna.api.aiBot.getVoiceRecording({ textId: 'en-1' })).pcm, speech)).toBe(0);
    expect(await outcomeCode(ben.api.aiBot.getVoiceRecording({ textId: 'en-1' }))).toBe('BAD_REQUEST');
    await ben.api.aiBot.removeVoiceRecordings({ textId: '' });
    await anna.api.aiBot.removeVoiceRecordings({ textId: 'en-2' });
    expect((await durations(anna)).slice(0, 4)).toEqual([0, 7_000, 0, 0]);
    await anna.api.aiBot.removeVoiceRecordings({ textId: '' });
    expect(await isStored(anna.identifier)).not.toContain('voice_recording');
  });

  test('R131 a bad recording is refused with its reason, and leaves the earlier one', async () => {
    const anna = await signIn(gateway);
    await record(anna, ['en-1']);
    for (const [verdict, samples] of [
      ['short', madeSpeech({ seconds: 2 })],
      ['quiet', madeSpeech({ speech: 100, noise: 5 })],
      ['loud', madeSpeech({ speech: 60_000 })],
    ] as const)
      expect((await anna.api.aiBot.recAIVoice({ textId: 'en-1', pcm: pcmOf(samples) })).check).toMatchObject({
        verdict,
      });
    expect((await anna.api.aiBot.getVoiceRecording({ textId: 'en-1' })).pcm).toHaveLength(speech.length);
  });

  test('R131 a call that is running while the account is deleted stores nothing', async () => {
    const anna = await signIn(gateway);
    await query(gateway, 'update person set deleted_at = 1 where identifier = $1', [anna.identifier]);
    expect(await outcomeCode(anna.api.aiBot.recAIVoice({ textId: 'en-1', pcm: speech }))).toBe('NO_AUTH');
    expect(await isStored(anna.identifier)).not.toContain('voice_recording');
  });

  test('R131 half a sample, no sample, too many, and an unknown sentence are refused', async () => {
    const { api } = await signIn(gateway);
    const tooLong = new Uint8Array((2 * limits.speechSampleRate * limits.voiceRecordingMax) / 1_000 + 2);
    for (const [pcm, code] of [
      [Uint8Array.of(1, 2, 3), 'BAD_REQUEST'],
      [new Uint8Array(0), 'BAD_REQUEST'],
      [tooLong, 'TOO_LARGE'],
    ] as const) {
      expect(await outcomeCode(api.aiBot.checkVoiceEnv({ pcm }))).toBe(code);
      expect(await outcomeCode(api.aiBot.recAIVoice({ textId: 'en-1', pcm }))).toBe(code);
    }
    for (const textId of ['', 'en-0', 'fr-1', '__proto__'])
      expect(await outcomeCode(api.aiBot.recAIVoice({ textId, pcm: speech }))).toBe('BAD_REQUEST');
  });

  test('R131 R224 an account measures a limited number of recordings an hour', async () => {
    const { api } = await signIn(gateway);
    const pcm = Uint8Array.of(1, 2);
    for (let n = 0; n < 60; n += 1) await api.aiBot.checkVoiceEnv({ pcm });
    expect(await outcomeCode(api.aiBot.checkVoiceEnv({ pcm }))).toBe('TOO_MANY');
    expect(await outcomeCode(api.aiBot.recAIVoice({ textId: 'en-1', pcm }))).toBe('TOO_MANY');
  });
});

describe('R131 cloning', () => {
  test('R131 it is refused with the reason where the service cannot, or recordings are missing', async () => {
    const there = await signIn(withoutCloning);
    expect((await there.api.aiBot.getVoiceTrainTexts({ language: 'en' })).canClone).toBe(false);
    await record(there, enough);
    expect(await outcomeCode(clone(there))).toBe('VOICE_NO_CLONING');
    const anna = await signIn(gateway);
    expect((await anna.api.aiBot.getVoiceTrainTexts({ language: 'en' })).canClone).toBe(true);
    await record(anna, enough.slice(0, 4));
    expect(await outcomeCode(clone(anna))).toBe('VOICE_RECORDINGS');
    await record(anna, ['en-4']);
    await anna.api.aiBot.removeVoiceRecordings({ textId: 'en-consent' });
    await record(anna, ['en-5']);
    expect(await outcomeCode(clone(anna))).toBe('VOICE_RECORDINGS');
    await record(anna, ['zh-consent']);
    expect(await outcomeCode(clone(anna))).toBe('VOICE_RECORDINGS');
    expect([service.voices.size, service.consents.size]).toEqual([0, 0]);
  });

  test('R131 a consent to one service is none to another', async () => {
    const anna = await signIn(gateway);
    await record(anna, enough);
    await query(gateway, "update voice_recording set service = 'elsewhere.example' where owner = $1", [
      anna.identifier,
    ]);
    expect((await anna.api.aiBot.getVoiceTrainTexts({ language: 'en' })).list.slice(0, 2)).toMatchObject([
      { consent: true, duration: 0 },
      { consent: false, duration: 7_000 },
    ]);
    expect(await outcomeCode(clone(anna))).toBe('VOICE_RECORDINGS');
  });

  test('R131 a request makes one voice, also when it is repeated at once', async () => {
    const anna = await signIn(gateway);
    await record(anna, enough);
    const before = service.voices.size;
    const request = { requestId: newMessageId(), name: ' Mine ', language: 'en-GB' };
    const [one, two] = await Promise.all([anna.api.aiBot.cloneAiVoice(request), anna.api.aiBot.cloneAiVoice(request)]);
    const three = await anna.api.aiBot.cloneAiVoice(request);
    expect(one.voice).toMatchObject({ name: 'Mine', cloned: true });
    expect([two.voice, three.voice]).toEqual([one.voice, one.voice]);
    expect(service.voices.size).toBe(before + 1);
    const [sent] = [...service.voices.values()].slice(-1);
    expect(`${sent!.name} ${service.consents.get(sent!.consent)!.name}`).not.toMatch(
      new RegExp(`Mine|${anna.identifier}`),
    );
  });

  test('R131 another gateway’s voice for the same request is returned, and the second one removed', async () => {
    const anna = await signIn(gateway);
    await record(anna, enough);
    const before = service.voices.size;
    const other = await startTestGateway({
      databaseUrl: gateway.databaseUrl,
      synthesizer: synthesizerOf(
        createOpenAiCloning({ baseUrl: service.url, key: 'testspeechkey' }, limits),
        new URL(service.url).host,
      ),
    });
    const request = { requestId: newMessageId(), name: 'Mine', language: 'en' };
    const there = apiOf(other.url, anna.tokens.token);
    const [here, elsewhere] = await Promise.all([
      anna.api.aiBot.cloneAiVoice(request),
      there.aiBot.cloneAiVoice(request),
    ]);
    expect(here.voice).toEqual(elsewhere.voice);
    expect(service.voices.size).toBe(before + 1);
    await other.close();
  });

  test('R131 the number of voices is limited, also for calls at the same time', async () => {
    const anna = await signIn(gateway);
    await record(anna, enough);
    const before = service.voices.size;
    const outcomes = await Promise.all(
      Array.from({ length: limits.clonedVoicesMax + 2 }, () => outcomeCode(clone(anna))),
    );
    expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(limits.clonedVoicesMax);
    expect(outcomes.filter((code) => code === 'VOICES_FULL')).toHaveLength(2);
    expect(service.voices.size).toBe(before + limits.clonedVoicesMax);
  });

  test('R131 a service that fails makes no voice', async () => {
    const anna = await signIn(gateway);
    await record(anna, enough);
    service.refuseVoices = 500;
    expect(await outcomeCode(clone(anna))).toBe('VOICE_FAILED');
    expect(await isStored(`"owner": "${anna.identifier}"`)).not.toContain('cloned_voice');
  });
});

describe('R131 R124 bots with a voice', () => {
  test('R124 R131 a bot has a voice of the server or of its owner, and no other', async () => {
    const { person: anna, voice } = await personWithVoice();
    const ben = await signIn(gateway);
    expect(await createBot(anna, voice.id)).toMatchObject({ voice: voice.id, voiceCloned: true });
    expect(await createBot(anna, 'verse')).toMatchObject({ voice: 'verse', voiceCloned: false });
    expect(await createBot(anna, '')).toMatchObject({ voice: '', voiceCloned: false });
    expect(await outcomeCode(createBot(anna, 'nova'))).toBe('BAD_REQUEST');
    expect(await outcomeCode(createBot(ben, voice.id))).toBe('BAD_REQUEST');
    const own = await createBot(ben, 'coral');
    expect(await outcomeCode(ben.api.aiBot.updateUserClone({ aiBotInfo: { ...own, voice: voice.id } }))).toBe(
      'BAD_REQUEST',
    );
    expect((await ben.api.aiBot.updateUserClone({ aiBotInfo: { ...own, voice: 'verse' } })).aiBotInfo).toMatchObject({
      voice: 'verse',
    });
  });

  test('R131 people who talk with the bot see that its voice is AI, and those who no longer may see nothing', async () => {
    const { person: anna, voice } = await personWithVoice();
    const ben = await signIn(gateway);
    const bot = await createBot(anna, voice.id);
    await ben.api.conversation.create({ type: 'robot', identifiers: [bot.aiBotId] });
    const seen = async () =>
      (await ben.api.aiBot.queryAiBotList({})).list.find(({ aiBotId }) => aiBotId === bot.aiBotId);
    expect(await seen()).toMatchObject({ voiceCloned: true });
    await anna.api.aiBot.updateUserClone({ aiBotInfo: { ...bot, audience: 'owner' } });
    expect(await seen()).toMatchObject({ voice: '', voiceCloned: false });
  });

  test('R131 deleting a voice deletes it at the service, and its bots get the default voice on all devices', async () => {
    const { person: anna, voice } = await personWithVoice();
    const ben = await signIn(gateway);
    const bot = await createBot(anna, voice.id);
    await ben.api.conversation.create({ type: 'robot', identifiers: [bot.aiBotId] });
    const socket = await connectAs(ben);
    const before = service.voices.size;
    expect(await outcomeCode(ben.api.aiBot.removeAiVoice({ id: voice.id }))).toBe('BAD_REQUEST');
    await anna.api.aiBot.removeAiVoice({ id: voice.id });
    expect(service.voices.size).toBe(before - 1);
    expect((await anna.api.aiBot.getAiBot({ aiBotId: bot.aiBotId })).aiBotInfo).toMatchObject({
      voice: '',
      voiceCloned: false,
    });
    await expect
      .poll(() => socket.notices.some(({ type, identifier }) => type === 'aiBotInfo' && identifier === bot.aiBotId))
      .toBe(true);
    expect(await outcomeCode(anna.api.aiBot.removeAiVoice({ id: voice.id }))).toBe('BAD_REQUEST');
    expect(await isStored(voice.id)).toEqual([]);
    socket.close();
  });

  test('R131 a voice that the service does not delete now is deleted later, once', async () => {
    const { person: anna, voice } = await personWithVoice();
    const ids = [...service.voices.keys()].slice(-1);
    service.refuseVoices = 503;
    await anna.api.aiBot.removeAiVoice({ id: voice.id });
    expect(await isStored(ids[0]!)).toEqual(['voice_removal']);
    service.refuseVoices = 0;
    await gateway.sweep();
    expect(service.voices.has(ids[0]!)).toBe(true);
    now += 3_600_000;
    // Another person does not wait for it.
    const { person: ben, voice: his } = await personWithVoice();
    const count = service.voices.size;
    await ben.api.aiBot.removeAiVoice({ id: his.id });
    expect([service.voices.size, service.voices.has(ids[0]!)]).toEqual([count - 1, true]);
    service.paths.length = 0;
    await Promise.all([gateway.sweep(), gateway.sweep()]);
    expect(service.paths.filter((path) => path === `DELETE /v1/audio/voices/${ids[0]}`)).toHaveLength(1);
    expect([service.voices.has(ids[0]!), await isStored(ids[0]!)]).toEqual([false, []]);
  });

  test('R131 a service that is away does not hold up the sweep with each voice', async () => {
    await query(
      gateway,
      "insert into voice_removal (service, voice, consent) select $1, 'gone-' || n, '' from generate_series(1, 5) n",
      [new URL(service.url).host],
    );
    const tried = async () => {
      service.refuseVoices = 503;
      await gateway.sweep();
      service.refuseVoices = 0;
      const { rows } = await query(gateway, "select 1 from voice_removal where voice like 'gone-%' and attempts > 0");
      return rows.length;
    };
    expect([await tried(), await tried()]).toEqual([3, 5]);
  });
});

test('R196 R131 recordings and voices stand in the export, and go with the account, also at the service', async () => {
  const { person: anna, voice } = await personWithVoice();
  const [made] = [...service.voices.values()].slice(-1);
  const sections: Record<string, Record<string, unknown>[]> = {};
  let cursor = '';
  do {
    const part = await anna.api.user.exportData({ cursor });
    (sections[part.section] ??= []).push(...(JSON.parse(part.rows) as Record<string, unknown>[]));
    ({ cursor } = part);
  } while (cursor !== '');
  expect(sections['clonedVoices']).toMatchObject([{ id: voice.id, name: 'Mine' }]);
  expect(sections['voiceRecordings']!.map(({ text }) => text)).toEqual(enough.toSorted());
  const wav = readWav(Buffer.from(sections['voiceRecordings']![0]!['wav'] as string, 'base64'));
  expect(wav).toEqual({ samples: madeSpeech({ seconds: 7 }), sampleRate: limits.speechSampleRate });
  await deleteAccountNow(gateway, anna);
  expect([service.voices.has(made!.id), service.consents.has(made!.consent)]).toEqual([false, false]);
  expect([await isStored(voice.id), await isStored(made!.id), await isStored(made!.consent)]).toEqual([[], [], []]);
  const { rows } = await query(gateway, 'select 1 from voice_recording where owner = $1', [anna.identifier]);
  expect(rows).toEqual([]);
});
