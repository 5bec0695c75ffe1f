// Picks the voice of a bot, with a sample of each to hear.
import type { AiVoice } from '@amber/proto';
import { Tag } from '@amber/ui/Tag';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/voice.ts';
import { ownVoicePath } from './ownVoicePath.ts';
import { SampleButton } from './SampleButton.tsx';
import styles from './voice.module.css';

interface VoiceChoiceProps {
  /** The default first; null if they could not be loaded. */
  voices: readonly AiVoice[] | null;
  /** Empty: the default. */
  value: string;
  onChange(voice: string): void;
}

/** A radiogroup; voices that imitate a person's are marked. */
export function VoiceChoice({ voices, value, onChange }: VoiceChoiceProps) {
  const name = useId();
  const chosen = voices?.some(({ id }) => id === value) ? value : (voices?.[0]?.id ?? '');
  return (
    <fieldset className={styles.group} role="radiogroup" aria-label={words.voice}>
      <legend className={styles.title}>{words.voice}</legend>
      {voices === null && <p className={styles.muted}>{words.noVoicesNow}</p>}
      {voices?.length === 0 && <p className={styles.muted}>{words.noVoices}</p>}
      {voices?.map((voice) => (
        <div key={voice.id} className={styles.row}>
          <label className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={voice.id}
              checked={voice.id === chosen}
              onChange={() => onChange(voice.id)}
            />
            <span dir="auto">{voice.name}</span>
            {voice.cloned && <Tag>{words.aiVoice}</Tag>}
          </label>
          <SampleButton voice={voice} />
        </div>
      ))}
      <p className={styles.muted}>
        <Link to={ownVoicePath()}>{words.makeOwn}</Link>
      </p>
    </fieldset>
  );
}
