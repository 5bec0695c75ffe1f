// The level of the microphone while it records, and the quietest moment so far.
import { words } from '../words/gen/voice.ts';
import type { ShortRecordingPhase } from './useShortRecording.ts';
import styles from './voice.module.css';

/** Renders the meters also before the recording, so that nothing moves when it begins. */
export function LevelMeters({ phase }: { phase: ShortRecordingPhase }) {
  const { level, quietest } = phase.is === 'recording' ? phase : { level: 0, quietest: 0 };
  return (
    <div className={styles.meters}>
      <label className={styles.meter}>
        <span>{words.level}</span>
        <meter className={styles.bar} min={0} max={1} value={level} />
      </label>
      <label className={styles.meter}>
        <span>{words.noise}</span>
        <meter className={styles.bar} min={0} max={1} value={quietest} />
      </label>
    </div>
  );
}
