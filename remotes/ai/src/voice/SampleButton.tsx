// A button that plays a sample of a voice.
import { api } from '@amber/client/engine';
import type { AiVoice } from '@amber/proto';
import { words } from '../words/gen/voice.ts';
import { PlayButton } from './PlayButton.tsx';
import { toWav } from './pcm.ts';

/** The usual pace, in milliseconds per character: the player shows it until the sound is there. */
const pace = 70;

export const SampleButton = ({ voice: { id, name } }: { voice: Pick<AiVoice, 'id' | 'name'> }) => (
  <PlayButton
    id={`voice sample ${id}`}
    title={words.sampleTitle({ name })}
    label={words.hearSample({ name })}
    duration={pace * words.sample.length}
    load={async () => {
      const { pcm } = await api.aiBot.createAIVoiceText({ voice: id, text: words.sample });
      return toWav(pcm);
    }}
  />
);
