// The recorder's part on the audio thread: posts what the microphone delivers as blocks of 16-bit samples.
// It is a file at a fixed address, because `addModule` takes no integrity.
import { createPcmBlocks } from './pcmBlocks.ts';

// TypeScript has no types for the scope of a worklet.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Posts an Int16Array per block. Any message from the page ends it: it posts the last samples, then null. */
class RecorderProcessor extends AudioWorkletProcessor {
  #isEnded = false;
  readonly #blocks = createPcmBlocks({
    sampleRate,
    onBlock: (pcm) => this.port.postMessage(pcm, [pcm.buffer]),
  });

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#isEnded = true;
      this.#blocks.flush();
      this.port.postMessage(null);
    };
  }

  /** The browser mixes the channels to one. The output stays silent. */
  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0];
    if (samples && !this.#isEnded) this.#blocks.push(samples);
    return !this.#isEnded;
  }
}

registerProcessor('recorder', RecorderProcessor);
