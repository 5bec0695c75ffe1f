// The microphone of this device as a stream of 16-bit samples at the rate of speech.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { microphoneFault } from './microphoneFault.ts';

export interface MicrophoneListener {
  onSamples(pcm: Int16Array): void;
  /** The microphone delivers nothing any more, for example because it was unplugged. */
  onLost(): void;
  /** The system has taken the microphone for now, for example for a phone call. */
  onInterrupted(): void;
}

export interface Microphone {
  setPaused(isPaused: boolean): void;
  /** Resolves once the last samples are delivered and the device is released. */
  close(): Promise<void>;
}

/** @throws Fault MIC_NONE, MIC_REFUSED, MIC_TAKEN, MIC_FAILED, REQUEST_FAILED */
export type OpenMicrophone = (listener: MicrophoneListener) => Promise<Microphone>;

/** The audio thread answers within milliseconds; a suspended one may not answer at all. */
const flushTimeout = 500;
const workletUrl = `${limits.basePath}/recorderWorklet.js`;
/**
 * What is sent is what was spoken. Nothing plays while a recording runs, so there is no echo to cancel; a noise
 * suppressor swallows parts of the first second, while it learns; gain control makes the loudness drift.
 */
const constraints = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };

const requestStream = async (): Promise<MediaStream> => {
  try {
    // Browsers have no `mediaDevices` on pages without https; the screen then explains MIC_FAILED.
    return await navigator.mediaDevices.getUserMedia({ audio: constraints });
  } catch (thrown) {
    throw microphoneFault(thrown);
  }
};

/** @throws DOMException NotSupportedError when the browser does not resample the stream to the rate of the context. */
async function connect(context: AudioContext, stream: MediaStream): Promise<AudioWorkletNode> {
  try {
    const source = context.createMediaStreamSource(stream);
    await context.audioWorklet.addModule(workletUrl).catch((thrown: unknown) => {
      throw new Fault('REQUEST_FAILED', { cause: thrown });
    });
    const node = new AudioWorkletNode(context, 'recorder', { channelCount: 1, channelCountMode: 'explicit' });
    // Browsers run only nodes that lead to the destination; this one stays silent.
    source.connect(node).connect(context.destination);
    // Some browsers resolve this only after the next press, so nothing waits for it.
    void context.resume();
    return node;
  } catch (thrown) {
    void context.close();
    throw thrown;
  }
}

/** Firefox cannot connect a microphone to a context of another rate: the worklet then resamples. */
async function connectAtAnyRate(stream: MediaStream): Promise<AudioWorkletNode> {
  try {
    return await connect(new AudioContext({ sampleRate: limits.speechSampleRate }), stream);
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown;
    return connect(new AudioContext(), stream);
  }
}

/** Asks for the microphone and begins to deliver its samples. */
export const openMicrophone: OpenMicrophone = async ({ onSamples, onLost, onInterrupted }) => {
  const stream = await requestStream();
  const release = () => stream.getTracks().forEach((track) => track.stop());
  const node = await connectAtAnyRate(stream).catch((thrown: unknown) => {
    release();
    throw thrown instanceof Fault ? thrown : new Fault('MIC_FAILED', { cause: thrown });
  });
  const context = node.context as AudioContext;
  const flushed = Promise.withResolvers<void>();
  node.port.onmessage = ({ data }: MessageEvent<Int16Array | null>) => (data ? onSamples(data) : flushed.resolve());
  node.onprocessorerror = onLost;
  // `track.stop()` of this page does not fire the event.
  const tracks = stream.getTracks();
  for (const track of tracks) {
    track.onended = onLost;
    track.onmute = onInterrupted;
  }
  /** Whether the context is not running because this page wants that. */
  let isIdle = false;
  context.onstatechange = () => !isIdle && context.state !== 'running' && onInterrupted();
  return {
    setPaused(isPaused) {
      isIdle = isPaused;
      (isPaused ? context.suspend() : context.resume()).catch(() => {}); // it was closed meanwhile
      // A track that is still muted would record silence.
      if (!isPaused && tracks.some(({ muted }) => muted)) onInterrupted();
    },
    async close() {
      isIdle = true;
      node.port.postMessage('end');
      await Promise.race([flushed.promise, new Promise((resolve) => setTimeout(resolve, flushTimeout))]);
      release();
      await context.close();
    },
  };
};
