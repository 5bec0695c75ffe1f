// An AudioContext, as far as a stream of samples uses it. Its time moves only when a test moves it.
import type { VoiceContext } from '../voiceStream.ts';

export interface ScheduledSound {
  /** Seconds. */
  at: number;
  samples: number;
  first: number;
  isStopped: boolean;
}

export class FakeVoiceContext {
  currentTime = 0;
  state: AudioContextState = 'running';
  readonly sounds: ScheduledSound[] = [];
  readonly destination = {};

  createBuffer(_: number, length: number) {
    const samples = new Float32Array(length);
    return { length, getChannelData: () => samples };
  }

  createBufferSource() {
    const { sounds } = this;
    let sound: ScheduledSound | undefined;
    const source = {
      buffer: null as ReturnType<FakeVoiceContext['createBuffer']> | null,
      onended: null,
      connect() {},
      start(at: number) {
        const { length, getChannelData } = source.buffer!;
        sound = { at, samples: length, first: getChannelData()[0]!, isStopped: false };
        sounds.push(sound);
      },
      stop: () => void (sound!.isStopped = true),
    };
    return source;
  }

  async suspend() {
    this.state = 'suspended';
  }

  async resume() {
    this.state = 'running';
  }

  async close() {
    this.state = 'closed';
  }

  get asContext(): VoiceContext {
    return this as unknown as VoiceContext;
  }
}
