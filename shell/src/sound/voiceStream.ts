// Plays a stream of samples without gaps: each chunk begins at the exact sample at which the one before ends.
import { limits } from '@amber/proto/limits';
import type { SpeechListener, SpeechOutput, SpeechProgress } from './speechOutput.ts';

interface Sentence {
  textFrom: number;
  textTo: number;
}

export interface VoiceStream extends SpeechOutput {
  add(pcm: Int16Array, sentence: Sentence): void;
  /** Nothing follows. */
  complete(): void;
}

/** The part of AudioContext that the stream uses. */
export type VoiceContext = Pick<
  AudioContext,
  'currentTime' | 'state' | 'createBuffer' | 'createBufferSource' | 'destination' | 'suspend' | 'resume' | 'close'
>;

interface VoiceStreamPorts extends SpeechListener {
  context: VoiceContext;
}

const sampleRate = limits.speechSampleRate;
const bufferSamples = (limits.voiceBuffer * sampleRate) / 1_000;
/** Seconds that are scheduled ahead. A tab in the background looks once a second. */
const scheduleAhead = 4;
const fullScale = 0x8000;

const toMilliseconds = (samples: number): number => (samples * 1_000) / sampleRate;

export function createVoiceStream({ context, onProgress, onEnd }: VoiceStreamPorts): VoiceStream {
  /** Chunks that are not scheduled yet. */
  let waiting: Int16Array[] = [];
  let waitingSamples = 0;
  /** The number of samples that have arrived, and that are scheduled. */
  let received = 0;
  let scheduled = 0;
  /** The current run: the time of its first sample, and the number of that sample. Null while it waits for samples. */
  let run: { startsAt: number; from: number } | null = null;
  let isComplete = false;
  let isPaused = false;
  let isStopped = false;
  /** The sentence that begins at each sample, in order; `passed` is the index of the one that is spoken. */
  const sentences: (Sentence & { from: number })[] = [];
  let passed = -1;
  const sources = new Set<AudioBufferSourceNode>();

  function position(): number {
    if (!run) return scheduled;
    const played = Math.max(0, context.currentTime - run.startsAt) * sampleRate;
    return Math.min(run.from + played, scheduled);
  }

  function report(): void {
    const at = position();
    while (passed + 1 < sentences.length && sentences[passed + 1]!.from <= at) passed += 1;
    const { textFrom, textTo } = sentences[passed] ?? { textFrom: 0, textTo: 0 };
    const status: SpeechProgress['status'] =
      isPaused || (run && context.state === 'suspended') ? 'paused' : run ? 'playing' : 'loading';
    onProgress({ status, at: toMilliseconds(at), duration: toMilliseconds(received), textFrom, textTo });
  }

  function schedule(pcm: Int16Array, startsAt: number): void {
    const buffer = context.createBuffer(1, pcm.length, sampleRate);
    buffer.getChannelData(0).set(Float32Array.from(pcm, (sample) => sample / fullScale));
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.onended = () => sources.delete(source);
    sources.add(source);
    source.start(startsAt);
  }

  function scheduleNext(): void {
    if (!run) {
      // After an interruption it starts like at the beginning.
      if (waitingSamples === 0 || (waitingSamples < bufferSamples && !isComplete)) return;
      const start = context.currentTime + limits.voiceStartOffsetSeconds;
      run = { startsAt: Math.ceil(start * sampleRate) / sampleRate, from: scheduled };
    }
    while (waiting.length > 0) {
      // Counted from the start of the run, so that no rounding adds up.
      const startsAt = run.startsAt + (scheduled - run.from) / sampleRate;
      if (startsAt - context.currentTime > scheduleAhead) return;
      const pcm = waiting.shift()!;
      schedule(pcm, startsAt);
      scheduled += pcm.length;
      waitingSamples -= pcm.length;
    }
  }

  function stop(): void {
    if (isStopped) return;
    isStopped = true;
    clearInterval(timer);
    waiting = [];
    for (const source of sources) source.stop();
    context.close().catch(() => {});
  }

  function tick(): void {
    if (isStopped || isPaused) return;
    // Everything has been played.
    if (run && waiting.length === 0 && position() >= scheduled) run = null;
    if (isComplete && !run && waiting.length === 0) {
      stop();
      return onEnd();
    }
    scheduleNext();
    report();
  }
  const timer = setInterval(tick, limits.voiceChunkWait);

  return {
    add(pcm, { textFrom, textTo }) {
      if (isStopped) return;
      const last = sentences.at(-1);
      if (last?.textFrom !== textFrom || last.textTo !== textTo) sentences.push({ textFrom, textTo, from: received });
      if (pcm.length === 0) return;
      waiting.push(pcm);
      waitingSamples += pcm.length;
      received += pcm.length;
      // A run that goes on needs no timer to continue; the start waits for one look of it at most.
      if (!isPaused) scheduleNext();
    },
    complete() {
      isComplete = true;
    },
    pause() {
      if (isStopped || isPaused) return;
      isPaused = true;
      context.suspend().catch(() => {});
      report();
    },
    resume() {
      if (isStopped) return;
      isPaused = false;
      void context.resume().then(tick, () => {});
      report();
    },
    stop,
  };
}
