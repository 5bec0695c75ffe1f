// Sounds for tests.
import { samplesIn } from '../samples.ts';

/** A tone of this many milliseconds. */
export const tone = (milliseconds: number, amplitude = 8_000): Int16Array<ArrayBuffer> =>
  Int16Array.from({ length: samplesIn(milliseconds) }, (_, at) => Math.round(amplitude * Math.sin(at / 8)));

export interface Mp3Frame {
  bitrate: number;
  sampleRate: number;
  channels: number;
}

/** Parses the headers of an mp3 of MPEG-2, layer III. @throws Error where there is no frame */
export function mp3Frames(bytes: Uint8Array): Mp3Frame[] {
  const bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
  const rates = [22_050, 24_000, 16_000];
  const frames: Mp3Frame[] = [];
  for (let at = 0; at < bytes.length;) {
    const [sync, version, rate, mode] = bytes.subarray(at, at + 4);
    if (sync !== 0xff || (version! & 0xfe) !== 0xf2) throw new Error(`no frame at ${at}`);
    const frame = {
      bitrate: bitrates[rate! >> 4]!,
      sampleRate: rates[(rate! >> 2) & 3]!,
      channels: mode! >> 6 === 3 ? 1 : 2,
    };
    at += Math.floor((72_000 * frame.bitrate) / frame.sampleRate) + ((rate! >> 1) & 1);
    if (at > bytes.length) throw new Error('a frame is cut off');
    frames.push(frame);
  }
  return frames;
}
