import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserVoice, languageOf, type Synthesis, utterancesOf } from './browserVoice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const voiceOf = (name: string, lang: string, localService = true) => ({ name, lang, localService, default: false });

class Utterance {
  text: string;
  voice: { name: string } | null = null;
  lang = '';
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(text: string) {
    this.text = text;
  }
}

function setUp(voices: ReturnType<typeof voiceOf>[], loadedLater = false) {
  const page = new EventTarget();
  const spoken: Utterance[] = [];
  let isLoaded = !loadedLater;
  const cancel = vi.fn();
  const synthesis = {
    getVoices: () => (isLoaded ? voices : []),
    speak(utterance: Utterance) {
      spoken.push(utterance);
      utterance.onstart?.();
    },
    cancel,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  } as unknown as Synthesis;
  const onProgress = vi.fn();
  const onEnd = vi.fn();
  const voice = createBrowserVoice({
    synthesis,
    Utterance: Utterance as unknown as typeof SpeechSynthesisUtterance,
    languages: ['zh-CN', 'de-AT'],
  });
  return {
    speak: (text: string) => voice.speak(text, { onProgress, onEnd }),
    spoken,
    cancel,
    onEnd,
    status: () => onProgress.mock.lastCall?.[0].status,
    load() {
      isLoaded = true;
      page.dispatchEvent(new Event('voiceschanged'));
    },
  };
}

it('R32 a sealed text is read by a voice of this device, never by that of a service', async () => {
  const { speak, spoken } = setUp([
    voiceOf('cloud', 'zh-CN', false),
    voiceOf('english', 'en-US'),
    voiceOf('local', 'zh-TW'),
  ]);
  await speak('你好。');
  expect(spoken.map(({ text, voice, lang }) => [text, voice?.name, lang])).toEqual([['你好。', 'local', 'zh-TW']]);
});

it.each([
  ['only of a service', [voiceOf('cloud', 'zh-CN', false)]],
  ['of another language', [voiceOf('english', 'en-US')]],
  ['none', []],
])('R32 nothing is spoken where the voices are %s', async (_, voices) => {
  const { speak, spoken } = setUp(voices);
  const result = speak('你好。');
  result.catch(() => {});
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(result).rejects.toMatchObject({ code: 'VOICE_NO_LOCAL' });
  expect(spoken).toEqual([]);
});

it('waits for voices that are loaded late', async () => {
  const { speak, spoken, load } = setUp([voiceOf('local', 'zh-CN')], true);
  const result = speak('你好。');
  await vi.advanceTimersByTimeAsync(100);
  load();
  await result;
  expect(spoken).toHaveLength(1);
});

it('reads sentence by sentence, pauses, goes on with the same sentence, and ends', async () => {
  const { speak, spoken, cancel, status, onEnd } = setUp([voiceOf('local', 'de-DE')]);
  const output = await speak('Erster Satz. Zweiter Satz.');
  expect(status()).toBe('playing');
  spoken[0]!.onend!();
  output.pause();
  expect(status()).toBe('paused');
  const cancels = cancel.mock.calls.length;
  spoken[1]!.onend!(); // of the cancelled one
  expect(spoken).toHaveLength(2);
  output.resume();
  expect(spoken[2]!.text).toBe('Zweiter Satz.');
  spoken[2]!.onend!();
  expect(onEnd).toHaveBeenCalledOnce();
  output.stop();
  expect(cancel.mock.calls.length).toBeGreaterThan(cancels);
});

it('what the system interrupts can be resumed', async () => {
  const { speak, spoken, status, onEnd } = setUp([voiceOf('local', 'de-DE')]);
  const output = await speak('Ein Satz.');
  spoken[0]!.onerror!();
  expect([status(), onEnd.mock.calls.length]).toEqual(['paused', 0]);
  output.resume();
  expect(spoken).toHaveLength(2);
});

it.each([
  ['你好', 'zh'],
  ['これは日本語', 'ja'],
  ['Привет', 'ru'],
  ['مرحبا', 'ar'],
  ['Guten Tag', 'de'],
])('the script of %s stands for %s', (text, language) => {
  expect(languageOf(text, ['zh-CN', 'de-AT'])).toBe(language);
});

it('a long sentence is divided between words', () => {
  const parts = utterancesOf('word '.repeat(100), 'en');
  expect(parts.every(({ length }) => length <= 200)).toBe(true);
  expect(parts.join(' ')).toBe('word '.repeat(100).trim());
});
