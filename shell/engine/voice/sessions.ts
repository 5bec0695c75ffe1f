// Cuts a long recording into sessions of a service of speech to text, where nobody speaks.
import { limits } from '@amber/proto/limits';
import { samplesIn } from './samples.ts';

const sessionMax = samplesIn(limits.speechSessionMax);
/** A cut is searched in the last third of a session. */
const earliest = Math.floor((2 * sessionMax) / 3);
/** The energy is measured in steps of 20 ms, and compared for the 200 ms around a cut. */
const step = samplesIn(20);
const stepsAround = 10;

/** Returns the end of the session that begins at sample `from`. */
export function sessionEnd(pcm: Int16Array, from: number): number {
  if (pcm.length - from <= sessionMax) return pcm.length;
  const energies: number[] = [];
  for (let at = from + earliest; at + step <= from + sessionMax; at += step) {
    let energy = 0;
    for (let sample = at; sample < at + step; sample += 1) energy += pcm[sample]! ** 2;
    energies.push(energy);
  }
  let [quietest, cut] = [Infinity, energies.length - stepsAround];
  for (let index = 0; index + stepsAround <= energies.length; index += 1) {
    const around = energies.slice(index, index + stepsAround).reduce((sum, energy) => sum + energy, 0);
    // Of equally quiet places the last one makes the fewest sessions.
    if (around <= quietest) [quietest, cut] = [around, index];
  }
  return from + earliest + (cut + stepsAround / 2) * step;
}

const noSpaceBetween = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef\s]$/u;
const noSpaceBefore = /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef\s]/u;

/** Joins the texts of two sessions; scripts without spaces between words get none. */
export function joinTexts(one: string, other: string): string {
  if (one === '' || other === '') return one + other;
  const space = noSpaceBetween.test(one) || noSpaceBefore.test(other) ? '' : ' ';
  return one + space + other;
}
