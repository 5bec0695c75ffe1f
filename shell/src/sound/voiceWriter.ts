// Writes the samples of a recording to the engine, in order, and repeats what failed.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';

const chunkSamples = (limits.speechSampleRate * limits.voiceChunkEvery) / 1_000;
/** After a pause of the engine, one call takes at most ten seconds of sound. */
const maxSamplesPerCall = 10 * limits.speechSampleRate;
/** The number of attempts for a call that fails in the engine itself, for example because the storage is full. */
const attempts = 4;
/** The number of attempts for any call while `flush` waits, which take about a quarter of a minute. */
const flushAttempts = 8;
const backoffStep = 500;
const maxBackoffSteps = 10;

interface VoiceWriterPorts {
  append(at: number, pcm: Int16Array): Promise<unknown>;
  wait(milliseconds: number): Promise<void>;
}

const lengthOf = (chunks: readonly Int16Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

function concat(chunks: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/**
 * One call is in flight, so the engine never sees a gap. What is recorded meanwhile waits in memory and goes with the
 * next call: a recording survives a restart of the engine. While it runs, a network fault is retried without an end.
 */
export function createVoiceWriter({ append, wait }: VoiceWriterPorts) {
  /** What the engine has not confirmed, oldest first. The first `posted` blocks are in flight. */
  let pending: Int16Array[] = [];
  let posted = 0;
  /** The number of samples that the engine has confirmed. */
  let stored = 0;
  let isDiscarded = false;
  /** The attempts that are left to the calls of `flush` that are waiting. */
  let attemptsLeft = Infinity;
  let writing: Promise<void> | undefined;

  function takeNext(): Int16Array {
    posted = 0;
    let samples = 0;
    while (posted < pending.length && samples < maxSamplesPerCall) {
      samples += pending[posted]!.length;
      posted += 1;
    }
    return concat(pending.slice(0, posted));
  }

  async function writeAll(): Promise<void> {
    let failures = 0;
    while (pending.length > 0 && !isDiscarded) {
      const pcm = takeNext();
      try {
        await append(stored, pcm);
        pending = pending.slice(posted);
        stored += pcm.length;
        failures = 0;
      } catch (thrown) {
        const fault = Fault.of(thrown);
        failures += 1;
        attemptsLeft -= 1;
        if (isDiscarded) return;
        if (attemptsLeft <= 0 || (fault.kind !== 'network' && failures >= attempts)) throw fault;
        await wait(Math.min(failures, maxBackoffSteps) * backoffStep);
      }
      posted = 0;
    }
  }

  const write = (): Promise<void> =>
    (writing ??= writeAll().finally(() => {
      writing = undefined;
    }));

  return {
    /** Takes the next samples. Rejects when the engine has finally refused; they stay for another attempt. */
    async add(pcm: Int16Array): Promise<void> {
      pending.push(pcm);
      if (!writing && lengthOf(pending) >= chunkSamples) await write();
    },
    /** Resolves once the engine has stored everything. @throws Fault of `appendVoice` */
    async flush(): Promise<void> {
      attemptsLeft = flushAttempts;
      while (pending.length > 0 && !isDiscarded) await write();
      await writing;
    },
    /** Posts what is not in flight at once, because the page is about to end. */
    postRest(): void {
      const rest = pending.slice(posted);
      if (rest.length > 0 && !isDiscarded)
        void append(stored + lengthOf(pending.slice(0, posted)), concat(rest)).catch(() => {});
    },
    /** Writes nothing more. `flush` then resolves once no call is in flight. */
    discard(): void {
      isDiscarded = true;
      pending = [];
    },
  };
}
