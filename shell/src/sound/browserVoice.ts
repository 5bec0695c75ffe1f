// Reads a text with a voice of this device. The text is sent to nobody: a voice of a service is never used.
import { Fault } from '@amber/proto/faults';
import type { SpeechListener, SpeechOutput, SpeechProgress } from './speechOutput.ts';

/** The part of speechSynthesis that is used. */
export type Synthesis = Pick<
  SpeechSynthesis,
  'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
>;

interface BrowserVoicePorts {
  synthesis: Synthesis | undefined;
  Utterance: typeof SpeechSynthesisUtterance;
  /** The languages of the person, the preferred one first. */
  languages: readonly string[];
}

export interface BrowserVoice {
  /** @throws Fault VOICE_NO_LOCAL when no voice of this device speaks the language of the text */
  speak(text: string, listener: SpeechListener): Promise<SpeechOutput>;
}

/** The languages that a script stands for; for any other script, the language of the person decides. */
const languagesByScript: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
];
const voicesTimeout = 1_000;
/** Some browsers stop a long utterance in the middle. */
const utteranceMax = 200;

const baseOf = (language: string): string => language.split(/[-_]/)[0]!.toLowerCase();

/** Returns the language of a text, as far as its script tells. */
export function languageOf(text: string, languages: readonly string[]): string {
  const found = languagesByScript.find(([script]) => script.test(text));
  if (found) return found[1];
  const others = new Set(languagesByScript.map(([, language]) => language));
  return languages.map(baseOf).find((language) => !others.has(language)) ?? 'en';
}

/** Splits a text into sentences, and a long sentence between words. */
export function utterancesOf(text: string, language: string): string[] {
  const sentences = Array.from(new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text));
  return sentences.flatMap(({ segment }) => {
    const parts: string[] = [];
    let rest = segment.trim();
    while (rest.length > utteranceMax) {
      const space = rest.lastIndexOf(' ', utteranceMax);
      const end = space > 0 ? space : utteranceMax;
      parts.push(rest.slice(0, end));
      rest = rest.slice(end).trim();
    }
    return rest ? [...parts, rest] : parts;
  });
}

export function createBrowserVoice({ synthesis, Utterance, languages }: BrowserVoicePorts): BrowserVoice {
  const localVoices = () => (synthesis?.getVoices() ?? []).filter(({ localService }) => localService);

  /** Resolves when the voices are known, which some browsers load with the first question. */
  async function voicesLoaded(): Promise<void> {
    if (!synthesis || synthesis.getVoices().length > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const loaded = () => resolve();
    synthesis.addEventListener('voiceschanged', loaded);
    const timer = setTimeout(loaded, voicesTimeout);
    await promise;
    clearTimeout(timer);
    synthesis.removeEventListener('voiceschanged', loaded);
  }

  return {
    async speak(text, { onProgress, onEnd }) {
      await voicesLoaded();
      const language = languageOf(text, languages);
      const fitting = localVoices().filter(({ lang }) => baseOf(lang) === language);
      const voice = fitting.find((one) => one.default) ?? fitting[0];
      if (!synthesis || !voice) throw new Fault('VOICE_NO_LOCAL');
      const utterances = utterancesOf(text, language);
      let next = 0;
      let current: SpeechSynthesisUtterance | null = null;
      const report = (status: SpeechProgress['status']) =>
        onProgress({ status, at: 0, duration: 0, textFrom: 0, textTo: 0 });

      function silence(): void {
        // The events of a cancelled utterance are of no interest.
        current = null;
        synthesis!.cancel();
      }

      function speakNext(): void {
        const part = utterances[next];
        if (part === undefined) return onEnd();
        const utterance = new Utterance(part);
        current = utterance;
        utterance.voice = voice!;
        utterance.lang = voice!.lang;
        const ifCurrent = (run: () => void) => () => current === utterance && run();
        utterance.onstart = ifCurrent(() => report('playing'));
        utterance.onend = ifCurrent(() => {
          next += 1;
          speakNext();
        });
        // The browser refuses without a press, or the system has interrupted it: it can be resumed.
        utterance.onerror = ifCurrent(() => {
          current = null;
          report('paused');
        });
        synthesis!.speak(utterance);
      }

      silence();
      speakNext();
      return {
        // The browser's own `pause` does nothing on some devices, so the sentence is repeated.
        pause() {
          silence();
          report('paused');
        },
        resume() {
          if (current) return;
          report('loading');
          speakNext();
        },
        stop: silence,
      };
    },
  };
}
