// Sound that measures like speech, for tests without a microphone.
import { limits } from '@amber/proto/limits';

const rate = limits.speechSampleRate;
const syllable = 0.25;
const pauseEvery = 5;

interface MadeSound {
  seconds?: number;
  /** The peaks of the syllables, and of the noise everywhere; 32,767 is full scale. */
  speech?: number;
  noise?: number;
}

/** Returns syllables of a voice with pauses between words, over even noise. */
export function madeSpeech({ seconds = 6, speech = 9_000, noise = 20 }: MadeSound = {}): Int16Array<ArrayBuffer> {
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const time = at / rate;
    const isPause = Math.floor(time / syllable) % pauseEvery === pauseEvery - 1;
    const swell = isPause ? 0 : Math.sin((Math.PI * (time % syllable)) / syllable);
    const tone = Math.sin(2 * Math.PI * 140 * time) + 0.5 * Math.sin(2 * Math.PI * 420 * time);
    const value = (speech * swell * tone) / 1.3 + 2 * noise * random();
    return Math.max(-32_768, Math.min(32_767, Math.round(value)));
  });
}

/** The samples as calls carry them. */
export const pcmOf = (samples: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(samples.buffer);
