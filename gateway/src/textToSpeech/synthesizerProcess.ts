// The process that speaks with text2wav, a build of eSpeak NG in WebAssembly.
import { limits } from '@amber/proto/limits';
import { readWav } from '@amber/proto/wav';
import text2wav from 'text2wav';
import { answerMessages } from '../core/answerMessages.ts';
import { resample } from './resample.ts';
import type { Pcm } from './synthesizer.ts';
import { textPieces } from './textPieces.ts';

/** A text, and the voice as eSpeak names it. */
export interface SpeechTask {
  text: string;
  voice: string;
}

/**
 * How many characters the library gets at once: it needs megabytes for each second of sound, and a Chinese character
 * takes four times as long as a letter.
 */
const charactersPerCall = (text: string): number => (/\p{Script=Han}/u.test(text) ? 60 : 240);

async function speak({ text, voice }: SpeechTask): Promise<Pcm> {
  // The text is the first argument of the program; with a space before it, it is never an option.
  const wav = readWav(await text2wav(` ${text}`, { voice }));
  if (!wav) throw new Error('text2wav wrote no sound');
  return resample(wav.samples, wav.sampleRate);
}

/** Each call of the library has memory of its own, which its listeners keep and the collector does not count. */
function releaseMemory(): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);
  gc!();
}

answerMessages(limits.synthesisMemory, async ({ text, voice }: SpeechTask) => {
  const sounds: Pcm[] = [];
  for (const piece of textPieces(text, charactersPerCall(text))) {
    sounds.push(await speak({ text: piece, voice }));
    releaseMemory();
  }
  const whole = new Int16Array(sounds.reduce((length, sound) => length + sound.length, 0));
  let at = 0;
  for (const sound of sounds) {
    whole.set(sound, at);
    at += sound.length;
  }
  return whole;
});
