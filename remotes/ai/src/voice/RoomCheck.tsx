// The first step: whether the room is quiet and the voice loud enough.
import { api } from '@amber/client/engine';
import type { CheckVoiceEnvReply } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { words } from '../words/gen/voice.ts';
import { LevelMeters } from './LevelMeters.tsx';
import { toPcm } from './pcm.ts';
import { RecordingNote } from './RecordingNote.tsx';
import { useShortRecording } from './useShortRecording.ts';
import styles from './voice.module.css';

const checkFor = 4_000;

export function RoomCheck() {
  const [check, setCheck] = useState<CheckVoiceEnvReply | null>(null);
  const { phase, toggle } = useShortRecording(
    async (samples) => setCheck(await api.aiBot.checkVoiceEnv({ pcm: toPcm(samples) })),
    checkFor,
  );
  const begin = () => {
    setCheck(null);
    toggle();
  };
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.room}</h2>
      <p className={styles.muted}>{words.roomHint}</p>
      <LevelMeters phase={phase} />
      <RecordingNote
        phase={phase}
        result={
          check && `${words.verdicts[check.verdict]} ${words.measured({ level: check.level, noise: check.noise })}`
        }
      />
      <div>
        <Button busy={phase.is === 'starting' || phase.is === 'checking'} onClick={begin}>
          {phase.is === 'recording' ? words.stopRecording : words.checkRoom}
        </Button>
      </div>
    </section>
  );
}
