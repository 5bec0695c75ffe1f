// Converts recordings to text, each once at a time, and emits their progress to pages.
import type { EngineEvent, Speech, SpeechService } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { cleanTranscript } from '@amber/proto/transcript';
import type { AccountContext } from '../kit/accountContext.ts';
import { createConcurrencyLimit } from '../kit/concurrencyLimit.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';
import { samplesMax } from './samples.ts';
import { joinTexts, sessionEnd } from './sessions.ts';
import type { SessionOptions, TranscribeSession } from './speechService.ts';

interface TranscriptionsPorts extends Pick<AccountContext, 'now' | 'emit'> {
  services: Readonly<Record<SpeechService['provider'], TranscribeSession>>;
}

export interface Transcriptions {
  /**
   * Returns the text of a sound. `store` stores it before pages get it. Concurrent callers for an id share the first
   * call.
   * @throws Fault see `AccountCalls.transcribe`
   */
  run(id: string, speech: Speech, store?: (text: string) => Promise<void>): Promise<string>;
  cancel(id: string): void;
  close(): void;
}

type TranscriptionEvent = Extract<EngineEvent, { type: 'transcription' }>;

/** The minimum time between events with a part of the text, in milliseconds. */
const emitInterval = 100;
/** How many sounds are converted at the same time; a service allows few. */
const maxConcurrent = 2;

const joinClean = (one: string, other: string): string => cleanTranscript(joinTexts(one, other), limits.speechTextMax);

/** Returns the samples of a sound, at most as many as the longest recording has. @throws Fault BAD_REQUEST */
async function readSamples(pcm: unknown): Promise<Int16Array> {
  if (!(pcm instanceof Blob) || pcm.size % Int16Array.BYTES_PER_ELEMENT !== 0) throw new Fault('BAD_REQUEST');
  return new Int16Array(await pcm.slice(0, samplesMax * Int16Array.BYTES_PER_ELEMENT).arrayBuffer());
}

export function createTranscriptions({ now, emit, services }: TranscriptionsPorts): Transcriptions {
  const running = new Map<string, { done: Promise<string>; stop: AbortController }>();
  const limitConcurrency = createConcurrencyLimit(maxConcurrent);

  const emitStatus = (id: string, status: TranscriptionEvent['status'], text = '', fault = '') =>
    emit({ type: 'transcription', id, status, text, fault });

  /** Converts one session after the other; a service takes a bounded length at a time. */
  async function transcribeAll({ pcm, service }: Speech, { onText, signal }: Omit<SessionOptions, 'host'>) {
    const { provider, host } = service;
    if (!Object.hasOwn(services, provider)) throw new Fault('SPEECH_NOT_SET_UP');
    const samples = await readSamples(pcm);
    let text = '';
    for (let at = 0; at < samples.length;) {
      signal.throwIfAborted();
      const before = text;
      const result = await services[provider](samples.subarray(at, sessionEnd(samples, at)), {
        host,
        onText: (part) => onText(() => joinClean(before, part())),
        signal,
      });
      text = joinClean(before, result.text);
      at += result.samples;
    }
    if (text === '') throw new Fault('SPEECH_EMPTY');
    return text;
  }

  async function convert(
    id: string,
    speech: Speech,
    store: (text: string) => Promise<void>,
    signal: AbortSignal,
  ): Promise<string> {
    let lastEmit = -Infinity;
    // Most parts are not emitted, so their text is not even assembled.
    const onText = (text: () => string) => {
      if (signal.aborted || now() - lastEmit < emitInterval) return;
      lastEmit = now();
      emitStatus(id, 'processing', text());
    };
    emitStatus(id, 'processing');
    try {
      const work = limitConcurrency(() => transcribeAll(speech, { onText, signal }));
      const text = await Promise.race([work, rejectOnAbort(signal)]);
      await store(text);
      emitStatus(id, 'success', text);
      return text;
    } catch (thrown) {
      const fault = Fault.of(signal.aborted ? signal.reason : thrown);
      emitStatus(id, 'error', '', fault.code);
      throw fault;
    }
  }

  return {
    async run(id, speech, store = async () => {}) {
      const inProgress = running.get(id);
      if (inProgress) return inProgress.done;
      const stop = new AbortController();
      const done = convert(id, speech, store, stop.signal).finally(() => running.delete(id));
      running.set(id, { done, stop });
      return done;
    },
    cancel: (id) => running.get(id)?.stop.abort(new Fault('CANCELLED')),
    // Nobody has cancelled: a message that waits for its text must not be sent without it.
    close: () => running.forEach(({ stop }) => stop.abort(new Fault('NO_RESPONSE'))),
  };
}
