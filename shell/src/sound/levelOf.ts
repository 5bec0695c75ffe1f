// The loudness of samples, for the screen.

/** Decibels below full scale that are shown as silence. */
const silence = -60;
const fullScale = 0x8000;

/** Returns the root mean square of 16-bit samples on a scale of decibels, from 0 (silence) to 1 (full scale). */
export function levelOf(pcm: Int16Array): number {
  const power = pcm.reduce((sum, sample) => sum + sample * sample, 0) / (pcm.length || 1);
  const decibels = 20 * Math.log10(Math.sqrt(power) / fullScale);
  return Math.max(0, Math.min(1, 1 - decibels / silence));
}
