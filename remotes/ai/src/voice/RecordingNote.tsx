// Says what a recording is doing, and how it went.
import { formatDuration } from '@amber/words/formats';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { words } from '../words/gen/voice.ts';
import type { ShortRecordingPhase } from './useShortRecording.ts';
import styles from './voice.module.css';

interface RecordingNoteProps {
  phase: ShortRecordingPhase;
  /** A sentence about the last recording. */
  result: string | null;
}

export function RecordingNote({ phase, result }: RecordingNoteProps) {
  if (phase.is === 'failed')
    return (
      <p className={styles.problem} role="alert">
        {phase.sentence}
      </p>
    );
  const step = phase.is === 'recording' ? words.recording : phase.is === 'checking' ? words.checking : '';
  return (
    <p className={styles.note}>
      {/* The time changes too often to be read out. */}
      {phase.is === 'recording' && <span aria-hidden="true">{formatDuration(phase.duration)} </span>}
      <span role="status">{step || (phase.is === 'idle' ? result : '')}</span>
      {phase.is === 'starting' && <VisuallyHidden>{words.recording}</VisuallyHidden>}
    </p>
  );
}
