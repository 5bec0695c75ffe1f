// A synthesizer for tests: each character is a tenth of a second, and its code is the sample.
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@amber/proto/faults';
import type { Pcm, Synthesizer } from '../textToSpeech/synthesizer.ts';

const samplesPerCharacter = 1_600;

/** The sound of a text. */
export const toneOf = (text: string): Pcm =>
  Int16Array.from({ length: text.length * samplesPerCharacter }, (_, at) =>
    text.charCodeAt(Math.floor(at / samplesPerCharacter)),
  );

export function createToneSynthesizer() {
  const state = {
    /** What was synthesized, oldest first. */
    requests: [] as { text: string; voice: string }[],
    /** The texts whose synthesis was aborted. */
    aborted: [] as string[],
    /** Texts that contain this fail. */
    failOn: '\0',
    /** Milliseconds that a sentence takes. */
    delay: 0,
    /** A sentence that begins now is not ready before this resolves. */
    gate: Promise.resolve(),
  };
  const synthesizer: Synthesizer = {
    name: 'Tones',
    host: '',
    voices: [
      { id: 'low', name: 'Low' },
      { id: 'high', name: 'High' },
    ],
    async synthesize({ text, voice, signal }) {
      state.requests.push({ text, voice });
      await state.gate;
      await sleep(state.delay, undefined, { signal }).catch((error: unknown) => {
        state.aborted.push(text);
        throw error;
      });
      if (text.includes(state.failOn)) throw new Fault('VOICE_FAILED');
      return toneOf(text);
    },
    cloning: null,
  };
  return { synthesizer, state };
}
