// Records a few seconds with the recorder of the app, and hands over the samples; nothing of it stays on the device.
import { ownVoiceDraft } from '@amber/client/bus';
import { engine } from '@amber/client/engine';
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import { type ActiveRecording, type HostSound, hostSound } from '@amber/client/sound';
import { limits } from '@amber/proto/limits';
import { useEffect, useRef, useState } from 'react';
import { words } from '../words/gen/voice.ts';

export type ShortRecordingPhase =
  | { is: 'idle' }
  | { is: 'starting' }
  /** `quietest`: the lowest level so far. Levels are from 0 to 1. */
  | { is: 'recording'; duration: number; level: number; quietest: number }
  | { is: 'checking' }
  | { is: 'failed'; sentence: string };

interface ShortRecording {
  phase: ShortRecordingPhase;
  /** Starts a recording, or ends the one that is running. */
  toggle(): void;
}

/** The loudest of the latest levels is shown: a meter that follows each syllable flickers. */
const shownLevels = 4;

const discard = (recording: string) =>
  engine.discardVoice({ conversationId: ownVoiceDraft, recording }).catch(() => undefined);

/** Returns the samples that the engine has stored, and deletes them there. */
async function takeSamples(sound: HostSound, recording: string): Promise<Int16Array> {
  try {
    const draft = await engine.voiceDraft({ conversationId: ownVoiceDraft, recording });
    return draft?.recording === recording ? await sound.decode(draft.blob) : new Int16Array(0);
  } finally {
    await discard(recording);
  }
}

/**
 * @param longest the recording ends by itself after this time, in milliseconds
 * @param onRecorded checks the samples; what it throws is shown
 */
export function useShortRecording(
  onRecorded: (samples: Int16Array) => Promise<void>,
  longest: number = limits.voiceRecordingMax,
): ShortRecording {
  const [phase, setPhase] = useState<ShortRecordingPhase>({ is: 'idle' });
  const active = useRef<ActiveRecording | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void active.current?.cancel().catch(() => undefined);
      active.current = null;
    };
  }, []);
  const show = (next: ShortRecordingPhase) => {
    if (!isGone.current) setPhase(next);
  };
  const fail = (thrown: unknown) => show({ is: 'failed', sentence: getVoiceErrorMessage(thrown) });

  const finish = async (sound: HostSound) => {
    const recording = active.current;
    if (!recording) return;
    active.current = null;
    show({ is: 'checking' });
    try {
      await recording.stop();
      await onRecorded(await takeSamples(sound, recording.id));
      show({ is: 'idle' });
    } catch (thrown) {
      fail(thrown);
      void discard(recording.id);
    }
  };

  const start = async (sound: HostSound) => {
    show({ is: 'starting' });
    try {
      const recording = await sound.recorder.start({ conversationId: ownVoiceDraft });
      if (isGone.current) return void recording.cancel().catch(() => undefined);
      active.current = recording;
      let quietest: number | undefined;
      recording.state$.subscribe(({ status, duration, level, levels }) => {
        if (active.current !== recording) return;
        if (status === 'recording' || status === 'paused') {
          // The first state comes before any sound.
          if (levels.length > 0) quietest = Math.min(quietest ?? 1, level);
          show({
            is: 'recording',
            duration,
            level: Math.max(0, ...levels.slice(-shownLevels)),
            quietest: quietest ?? 0,
          });
          if (duration >= longest) void finish(sound);
          return;
        }
        // The system took the microphone, or the page was hidden: half a sentence is of no use.
        active.current = null;
        show({ is: 'failed', sentence: words.interrupted });
        void recording.cancel().catch(() => undefined);
      });
    } catch (thrown) {
      fail(thrown);
    }
  };

  return {
    phase,
    toggle() {
      const sound = hostSound();
      if (!sound) return;
      if (phase.is === 'recording') void finish(sound);
      else if (phase.is === 'idle' || phase.is === 'failed') void start(sound);
    },
  };
}
