// Decodes a voice message for speech to text.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { type FrameLimits, leadingFrames } from './mp3.ts';
import { toInt16 } from './pcmBlocks.ts';

/** An encoder pads the sound by two frames at most. */
const paddingMs = 200;
const maxSamples = (limits.voiceMax * limits.speechSampleRate) / 1_000;
/** The recorder of the app makes 16 kHz mono. Other recorders get less time: the browser decodes before it resamples. */
const frameLimits: FrameLimits = { duration: limits.voiceMax + paddingMs, samples: 2 * maxSamples };
/** The largest bitrate of an mp3, in bits per millisecond. */
const maxBitrate = 320;
/** No file needs more bytes of frames; what follows is not read. A tag at the start takes its part of them. */
export const maxBytes = (frameLimits.duration * maxBitrate) / 8;

/** Returns the mean of all channels. */
function mix(channels: readonly Float32Array[]): Float32Array {
  const [first, ...others] = channels;
  if (!first || others.length === 0) return first ?? new Float32Array();
  return first.map((sample, at) => others.reduce((sum, other) => sum + other[at]!, sample) / channels.length);
}

type DecodeAudio = (bytes: ArrayBuffer) => Promise<Pick<AudioBuffer, 'numberOfChannels' | 'getChannelData'>>;

/** The browser resamples what it decodes to the rate of the context. */
const decodeAudio: DecodeAudio = (bytes) =>
  new OfflineAudioContext({ length: 1, sampleRate: limits.speechSampleRate }).decodeAudioData(bytes);

/**
 * Decodes an mp3 to 16 kHz mono, at most `limits.voiceMax` of it.
 * @throws Fault FILE_CORRUPT
 */
export async function decode(blob: Blob, decoder = decodeAudio): Promise<Int16Array<ArrayBuffer>> {
  const frames = leadingFrames(new Uint8Array(await blob.slice(0, maxBytes).arrayBuffer()), frameLimits);
  if (frames.length === 0) throw new Fault('FILE_CORRUPT', { message: 'the sound is not an mp3' });
  try {
    const sound = await decoder(frames.buffer);
    const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
    return toInt16(mix(channels).subarray(0, maxSamples));
  } catch (thrown) {
    throw new Fault('FILE_CORRUPT', { cause: thrown });
  }
}
