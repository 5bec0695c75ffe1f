// Records voice messages: from the microphone to the draft that the engine keeps.
import type { AccountCalls } from '@amber/client/bus';
import type { ActiveRecording, HostSound, RecordingState } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import { BehaviorSubject } from 'rxjs';
import { levelOf } from './levelOf.ts';
import type { OpenMicrophone } from './microphone.ts';
import { createVoiceWriter } from './voiceWriter.ts';

const samplesPerMs = limits.speechSampleRate / 1_000;
const maxSamples = limits.voiceMax * samplesPerMs;

export interface RecorderPorts {
  openMicrophone: OpenMicrophone;
  engine: Pick<AccountCalls, 'appendVoice' | 'discardVoice'>;
  newId(): string;
  wait(milliseconds: number): Promise<void>;
  /** Pauses everything that plays, because the microphone would record it. */
  pausePlayback(): void;
  /** The window, for `pagehide`. */
  page: Pick<EventTarget, 'addEventListener'>;
}

/** One recording at a time: starting another one ends the first, whose draft stays. */
export function createRecorder(ports: RecorderPorts): HostSound['recorder'] {
  let active: ActiveRecording | undefined;

  async function start({ conversationId }: { conversationId: string }): Promise<ActiveRecording> {
    await active?.stop().catch(() => {}); // its screen shows the fault
    ports.pausePlayback();
    const id = ports.newId();
    const state$ = new BehaviorSubject<RecordingState>({ status: 'recording', duration: 0, level: 0, levels: [] });
    const update = (change: Partial<RecordingState>) => state$.next({ ...state$.value, ...change });
    const writer = createVoiceWriter({
      append: (at, pcm) => ports.engine.appendVoice({ conversationId, recording: id, at, pcm }),
      wait: ports.wait,
    });
    const pageHidden = new AbortController();
    let samples = 0;
    let closing: Promise<void> | undefined;
    let isClosed = false;

    const close = async (): Promise<void> => {
      try {
        await (await opening).close();
      } finally {
        isClosed = true;
      }
    };

    /** All callers share one end, and each call tries again to store what could not be stored before. */
    const end = (status: 'stopped' | 'lost' | 'failed'): Promise<void> => {
      if (!closing) {
        closing = close().catch(() => {}); // what was recorded is kept
        if (active === recording) active = undefined;
        pageHidden.abort();
        update({ status, level: 0 });
      }
      const stored = closing.then(() => writer.flush());
      stored.catch(() => {}); // a lost microphone has no caller
      return stored;
    };

    /** The last samples arrive after the end, while the microphone is being closed. */
    const onSamples = (pcm: Int16Array): void => {
      const rest = maxSamples - samples;
      if (isClosed || rest === 0) return;
      const recorded = pcm.subarray(0, rest);
      samples += recorded.length;
      // The engine can store nothing more: `stop` rejects with the fault.
      writer.add(recorded).catch(() => void end('failed'));
      const duration = samples / samplesPerMs;
      if (closing) return update({ duration });
      const level = levelOf(recorded);
      update({ duration, level, levels: [...state$.value.levels, level].slice(-limits.waveformMax) });
      if (samples === maxSamples) void end('stopped');
    };

    const setStatus = async (status: 'recording' | 'paused' | 'interrupted'): Promise<void> => {
      if (closing) return;
      update({ status, level: 0 });
      if (status === 'recording') ports.pausePlayback();
      (await opening).setPaused(status !== 'recording');
    };

    const recording: ActiveRecording = {
      id,
      state$,
      pause: () => void setStatus('paused'),
      resume: () => void setStatus('recording'),
      stop: () => end('stopped'),
      async cancel() {
        writer.discard();
        await end('stopped').catch(() => {});
        await ports.engine.discardVoice({ conversationId, recording: id });
      },
    };

    const opening = ports.openMicrophone({
      onSamples,
      onLost: () => void end('lost'),
      onInterrupted: () => state$.value.status === 'recording' && void setStatus('interrupted'),
    });
    active = recording;
    try {
      await opening;
    } catch (thrown) {
      if (active === recording) active = undefined;
      throw thrown;
    }
    const onPageHide = () => {
      writer.postRest();
      void end('stopped');
    };
    ports.page.addEventListener('pagehide', onPageHide, { signal: pageHidden.signal });
    return recording;
  }

  return { start };
}
