import type { EngineCalls } from '@amber/client/bus';
import type { ActiveRecording, HostSound, RecordingState } from '@amber/client/sound';
import { fakeHost } from '@amber/client/testing';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { BehaviorSubject, firstValueFrom } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { createVoiceSource } from './createVoiceSource.ts';

const draft = { recording: 'r1', duration: 1_000, waveform: [1], blob: new Blob(['mp3'], { type: 'audio/mpeg' }) };

interface StageOptions {
  type?: 'private' | 'robot';
  sendVoice?: EngineCalls['sendVoice'];
  /** Called while a sound is decoded. */
  onDecode?: () => void;
}

/** The source of an encrypted chat, or of a chat with a bot. */
async function stage({ type = 'private', sendVoice = async () => {}, onDecode = () => {} }: StageOptions = {}) {
  const conversation = {
    conversionId: 'c',
    spaceId: '',
    type,
    status: 'normal',
    userInfo: [{ identifier: 'me' }, { identifier: 'ada' }],
    userSetting: { encrypted: type === 'private' },
  } as never;
  const settings = { now: { provider: 'iat', host: 'speech.example' }, fault: '' };
  const calls = {
    voiceDraft: vi.fn(async () => draft),
    sendVoice: vi.fn(sendVoice),
    transcribe: vi.fn(async () => ({ text: 'Hello' })),
    dictate: vi.fn(async () => ({ text: 'Hello' })),
    appendVoice: vi.fn(async () => ({ duration: 0 })),
    cancelTranscription: vi.fn(async () => {}),
  };
  await fakeHost({
    session: { identifier: 'me' },
    rows: { conversations: [conversation] },
    engine: calls,
    api: {
      speech: {
        settings: async () => {
          if (settings.fault) throw new Fault(settings.fault);
          return settings.now;
        },
      },
    },
  });
  localStorage.clear();
  const state$ = new BehaviorSubject<RecordingState>({ status: 'recording', duration: 0, level: 0, levels: [] });
  const active = { id: 'r1', state$ } as unknown as ActiveRecording;
  const sound = {
    recorder: { start: async () => active },
    decode: async () => {
      onDecode();
      return new Int16Array([1, 2]);
    },
  } as unknown as HostSound;
  const setStatus = (status: RecordingState['status']) => state$.next({ ...state$.value, status });
  const newSource = () => createVoiceSource(conversation, sound);
  return { ...calls, settings, source: newSource(), newSource, setStatus };
}

afterEach(() => vi.useRealTimers());

const sentSpeech = ({ sendVoice }: Awaited<ReturnType<typeof stage>>) => sendVoice.mock.lastCall?.[0].speech?.service;

test('R144 R146 consent is for one service: another provider at the same host is asked for again', async () => {
  const { source, newSource, settings, dictate } = await stage();
  await expect(source.dictate(draft)).rejects.toMatchObject({ code: 'SPEECH_CHANGED' });
  const service = (await source.consentNeeded())!;
  expect(service).toEqual({ provider: 'iat', host: 'speech.example' });
  source.giveConsent(service);
  expect(await source.consentNeeded()).toBeNull();
  expect(await newSource().consentNeeded()).toBeNull();
  expect(await source.dictate(draft)).toBe('Hello');
  expect(dictate).toHaveBeenCalledWith({ recording: 'r1', service, pcm: expect.any(Blob) });

  settings.now = { provider: 'relay', host: 'speech.example' };
  expect(await source.consentNeeded()).toEqual(settings.now);
  await expect(source.dictate(draft)).rejects.toMatchObject({ code: 'SPEECH_CHANGED' });
  expect(dictate).toHaveBeenCalledTimes(1);
});

test('R147 what is not set up is not offered in any chat of the page, until it is set up', async () => {
  const { source, newSource, settings } = await stage();
  settings.now = { provider: '', host: '' };
  await expect(source.consentNeeded()).rejects.toMatchObject({ code: 'SPEECH_NOT_SET_UP' });
  const other = newSource();
  expect(await firstValueFrom(other.isOffered$)).toBe(false);
  settings.now = { provider: 'relay', host: 'speech.example' };
  await other.consentNeeded();
  expect(await firstValueFrom(source.isOffered$)).toBe(true);
});

test('R147 a bot gets the sound for the service that is set up, and none if there is none', async () => {
  const one = await stage({ type: 'robot' });
  await one.source.send('r1', undefined);
  expect(sentSpeech(one)).toEqual({ provider: 'iat', host: 'speech.example' });
  one.settings.now = { provider: '', host: '' };
  await one.source.send('r1', undefined);
  expect(sentSpeech(one)).toBeUndefined();
});

test('R147 R194 a voice message to a bot waits for the network, and goes without text if asked', async () => {
  const one = await stage({ type: 'robot' });
  one.settings.fault = 'NO_RESPONSE';
  await expect(one.source.send('r1', undefined)).rejects.toMatchObject({ code: 'NO_RESPONSE' });
  expect(one.sendVoice).not.toHaveBeenCalled();
  await one.source.sendWithoutText('r1', undefined);
  expect(one.sendVoice).toHaveBeenCalledTimes(1);
  expect(sentSpeech(one)).toBeUndefined();
});

test("R147 'Send without text' while the sound is decoded sends none", async () => {
  const one = await stage({ type: 'robot', onDecode: () => one.source.cancelConversion('r1') });
  await one.source.send('r1', undefined);
  expect(one.sendVoice).toHaveBeenCalledTimes(1);
  expect(sentSpeech(one)).toBeUndefined();
});

test('R194 a paused recording shows other tabs that it is not over', async () => {
  const { source, setStatus, appendVoice, voiceDraft } = await stage();
  vi.useFakeTimers();
  await source.record();
  await vi.advanceTimersByTimeAsync(limits.voiceLease);
  expect(appendVoice).not.toHaveBeenCalled();
  setStatus('paused');
  await vi.advanceTimersByTimeAsync(limits.voiceLease);
  expect(appendVoice).toHaveBeenCalledTimes(3);
  expect(appendVoice).toHaveBeenCalledWith({ conversationId: 'c', recording: 'r1', at: 0, pcm: new Int16Array() });
  setStatus('stopped');
  await vi.advanceTimersByTimeAsync(limits.voiceLease);
  expect(appendVoice).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
  await source.draft();
  expect(voiceDraft).toHaveBeenCalledWith({ conversationId: 'c', recording: 'r1' });
});
