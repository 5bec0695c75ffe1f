// The sound of a slap: off until the user turns it on, on this device only.
import { storedText, storeText } from '@amber/client/storage';

const key = 'amber-slap-sound';
const seconds = 0.12;

export const isSoundOn = (): boolean => storedText(key) === 'on';

/** Without storage the choice lasts until the page is closed. */
export const setSound = (on: boolean): boolean => storeText(key, on ? 'on' : null);

/** Plays a burst of noise with a fast decay. Nothing is fetched. */
export function playSlap(): void {
  const audio = new AudioContext();
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = (Math.random() * 2 - 1) * Math.exp((-12 * at) / samples.length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const tone = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 1_400, Q: 0.7 });
  source
    .connect(tone)
    .connect(new GainNode(audio, { gain: 0.4 }))
    .connect(audio.destination);
  source.onended = () => void audio.close();
  source.start();
}
