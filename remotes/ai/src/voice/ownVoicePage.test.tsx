import type { AiVoice, CheckVoiceEnvReply_Verdict, VoiceTrainText } from '@amber/proto';
import { type HostSound, lendSound, type RecordingState } from '@amber/client/remote';
import { fakeHost } from '@amber/client/testing';
import { Fault } from '@amber/proto/faults';
import { readWav } from '@amber/proto/wav';
import { BehaviorSubject } from 'rxjs';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import remote from '../remote.tsx';
import { typeInto } from '../testing/typeInto.ts';

const samples = Int16Array.from({ length: 32_000 }, (_, at) => at % 100);

/** A host whose recorder and player do what the test says. */
function fakeSound() {
  const recordings: BehaviorSubject<RecordingState>[] = [];
  const state$ = new BehaviorSubject({
    track: null,
    status: 'paused',
    at: 0,
    duration: 0,
    rate: 1,
  } as unknown as HostSound['player']['state$']['value']);
  const sound = {
    recorder: {
      async start() {
        const recording$ = new BehaviorSubject<RecordingState>({
          status: 'recording',
          duration: 0,
          level: 0,
          levels: [],
        });
        recordings.push(recording$);
        return {
          id: `r${recordings.length}`,
          state$: recording$,
          pause() {},
          resume() {},
          async stop() {},
          async cancel() {},
        };
      },
    },
    player: {
      state$,
      play: (track: HostSound['player']['state$']['value']['track']) =>
        state$.next({ ...state$.value, track, status: 'playing' }),
      stop: () => state$.next({ ...state$.value, track: null, status: 'paused' }),
      pause() {},
      resume() {},
      seek() {},
      setRate() {},
    },
    decode: async () => samples,
  };
  lendSound(sound as unknown as HostSound);
  return { recordings, state$ };
}

const texts = (durations: number[]): VoiceTrainText[] =>
  durations.map((duration, at) => ({ id: `en-${at}`, text: `Sentence ${at}.`, consent: at === 0, duration }));

interface Service {
  canClone: boolean;
  texts: VoiceTrainText[];
  chinese: VoiceTrainText[];
  voices: AiVoice[];
  verdict: CheckVoiceEnvReply_Verdict;
}

async function openPage(service: Service, cloneAiVoice: () => Promise<object> = async () => ({})) {
  const host = await fakeHost({
    engine: {
      refreshBots: async () => {},
      voiceDraft: async ({ recording = '' }) =>
        recording === '' ? null : { recording, duration: 2_000, waveform: [], blob: new Blob(['mp3']) },
      discardVoice: async () => {},
    },
    api: {
      aiBot: {
        getVoices: async () => ({ list: service.voices, host: 'speech.example.org' }),
        getVoiceTrainTexts: async ({ language }) => ({
          list: language === 'en' ? service.texts : service.chinese,
          canClone: service.canClone,
        }),
        checkVoiceEnv: async () => ({ verdict: service.verdict, level: -20, noise: -60 }),
        recAIVoice: async () => ({ check: { verdict: service.verdict, level: -20, noise: -60 } }),
        getVoiceRecording: async () => ({ pcm: Uint8Array.of(1, 0, 2, 0) }),
        removeVoiceRecordings: async () => ({}),
        removeAiVoice: async () => ({}),
        cloneAiVoice: cloneAiVoice as never,
      },
    },
  });
  const screen = await host.open(remote.Routes, '/ai/voice');
  await screen.waitForText(/My AI voices/);
  const called = (name: string) => host.calls.flatMap(([call, request]) => (call === name ? [request] : []));
  return { host, screen, called };
}

let service: Service;
beforeEach(() => {
  service = { canClone: true, texts: texts([0, 0, 0]), chinese: [], voices: [], verdict: 'good' };
});

test('R131 where voices cannot be copied, the page says so, and what was recorded can be heard and deleted', async () => {
  const { state$ } = fakeSound();
  service = { ...service, canClone: false, texts: texts([5_000, 0]) };
  const { screen, called } = await openPage(service);
  expect(screen.text()).toContain('cannot copy voices');
  expect(screen.text()).not.toMatch(/Check the room|Create my voice/);
  await screen.press('Hear “Sentence 0.”');
  const blob = await state$.value.track!.load();
  expect(readWav(new Uint8Array(await blob.arrayBuffer()))?.samples).toEqual(Int16Array.of(1, 2));
  await screen.press('Stop');
  expect(state$.value.track).toBeNull();
  await screen.press('Delete “Sentence 0.”');
  expect(called('aiBot.removeVoiceRecordings')).toEqual([{ textId: 'en-0' }]);
});

test('R131 recordings of all languages can be deleted, and nothing is offered where there are none', async () => {
  fakeSound();
  const { screen: empty } = await openPage(service);
  expect(empty.text()).toContain('Nothing recorded yet');
  expect(empty.text()).not.toContain('Delete all recordings');
  service.chinese = [{ id: 'zh-1', text: '第一句。', consent: false, duration: 5_000 }];
  const { screen, called } = await openPage(service);
  expect(screen.text()).toContain('Delete all recordings');
  await screen.press('Delete “第一句。”');
  expect(called('aiBot.removeVoiceRecordings')).toEqual([{ textId: 'zh-1' }]);
});

test('R131 the room is checked with a recording of four seconds, and the verdict is a sentence', async () => {
  const { recordings } = fakeSound();
  service.verdict = 'noisy';
  const { screen, called } = await openPage(service);
  expect(screen.text()).toContain('speech.example.org');
  await screen.press('Check');
  const [recording] = recordings;
  await act(async () => recording!.next({ status: 'recording', duration: 2_000, level: 0.5, levels: [0.5] }));
  expect(screen.element.querySelector('meter')!.getAttribute('value')).toBe('0.5');
  expect(called('aiBot.checkVoiceEnv')).toEqual([]);
  await act(async () => recording!.next({ status: 'recording', duration: 4_000, level: 0.5, levels: [0.5] }));
  await screen.waitForText(/too much noise.*Voice -20 dB, background -60 dB/);
  const [{ pcm }] = called('aiBot.checkVoiceEnv') as [{ pcm: Uint8Array }];
  expect(pcm).toHaveLength(2 * samples.length);
  expect(called('discardVoice')).toEqual([{ conversationId: 'own voice', recording: 'r1' }]);
});

test('R131 the consent is read first; a good recording leads to the next sentence with the same button', async () => {
  const { recordings } = fakeSound();
  const { screen, called } = await openPage(service);
  expect(screen.text()).toMatch(/0 of 3 recorded.*you agree that.*speech\.example\.org.*Sentence 0/);
  await screen.press('Record');
  const button = [...screen.element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop')!;
  await act(async () => recordings[0]!.next({ status: 'recording', duration: 3_000, level: 0.4, levels: [0.4] }));
  service.texts = texts([3_000, 0, 0]);
  await screen.press('Stop');
  await screen.waitForText(/It is saved/);
  expect(called('aiBot.recAIVoice')).toMatchObject([{ textId: 'en-0' }]);
  await screen.waitForText(/1 of 3 recorded/);
  expect(button.textContent).toBe('Next sentence');
  await screen.press('Next sentence');
  expect(screen.text()).toMatch(/Sentence 2 of 3(?!.*you agree)/);
  expect(button.isConnected && button.textContent).toBe('Record');
});

test('R131 a bad recording says why and is not counted; a lost microphone is explained', async () => {
  const { recordings } = fakeSound();
  service.verdict = 'quiet';
  const { screen } = await openPage(service);
  await screen.press('Record');
  await screen.press('Stop');
  await screen.waitForText(/Too quiet/);
  expect(screen.text()).toContain('0 of 3 recorded');
  await screen.press('Record');
  await act(async () => recordings[1]!.next({ status: 'lost', duration: 1_000, level: 0, levels: [] }));
  await screen.waitForText(/The recording was interrupted/);
});

test('R131 creating needs the consent and four sentences, and a repeated attempt is the same request', async () => {
  fakeSound();
  service.texts = texts([5_000, 5_000, 5_000, 0, 0]);
  let attempts = 0;
  const { screen, called } = await openPage(service, async () => {
    attempts += 1;
    if (attempts === 1) throw new Fault('TIMEOUT');
    service.voices = [{ id: 'v1', name: 'Me', cloned: true, created: 1 }];
    return { voice: service.voices[0] };
  });
  expect(screen.text()).toContain('2 more sentences are needed');
  service.texts = texts([5_000, 5_000, 5_000, 5_000, 5_000]);
  await screen.press('Delete “Sentence 1.”');
  await screen.press('Create my voice');
  expect(screen.text()).toContain('Please enter a name');
  await typeInto(screen.element, 'Name of the voice', 'Me');
  await screen.press('Create my voice');
  await screen.press('Create my voice');
  await screen.waitForText(/Your voice is ready/);
  await screen.waitForText(/Me AI voice/);
  const requests = called('aiBot.cloneAiVoice') as { requestId: string; name: string; language: string }[];
  expect(requests).toHaveLength(2);
  expect(requests[0]).toMatchObject({ name: 'Me', language: 'en' });
  expect(requests[1]!.requestId).toBe(requests[0]!.requestId);
});
