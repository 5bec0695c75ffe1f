// A button that plays one's recording of a sentence.
import { api } from '@amber/client/engine';
import type { VoiceTrainText } from '@amber/proto';
import { words } from '../words/gen/voice.ts';
import { PlayButton } from './PlayButton.tsx';
import { toWav } from './pcm.ts';

interface RecordingButtonProps {
  text: VoiceTrainText;
  disabled?: boolean;
}

/** Renders nothing if there is no recording, or none may be played now. */
export const RecordingButton = ({ text: { id, text, duration }, disabled }: RecordingButtonProps) =>
  duration === 0 || disabled ? null : (
    <PlayButton
      id={`voice recording ${id}`}
      title={words.ownRecording}
      label={words.hearRecording({ text })}
      duration={duration}
      load={async () => toWav((await api.aiBot.getVoiceRecording({ textId: id })).pcm)}
    />
  );
