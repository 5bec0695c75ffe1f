// Picks a prepared picture, or an uploaded one.
import { api } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { imageSources } from '@amber/proto/publicPictures';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { PhotoIcon } from '@amber/ui/fileIcons';
import { PictureDialog } from '@amber/ui/PictureDialog';
import { useId, useState } from 'react';
import { words } from './words/gen/ai.ts';
import styles from './choices.module.css';

interface PictureChoiceProps {
  label: string;
  /** The URLs of the prepared pictures. */
  pictures: readonly string[];
  value: string;
  pictureLabel(number: number): string;
  wide?: boolean;
  onChange(picture: string): void;
}

/** A radiogroup named by `label`. */
export function PictureChoice({ label, pictures, value, pictureLabel, wide, onChange }: PictureChoiceProps) {
  const name = useId();
  const [own, setOwn] = useState('');
  const [isPicking, setIsPicking] = useState(false);
  // The last picture that is not a prepared one remains among the choices.
  const isOwn = value !== '' && !pictures.includes(value);
  if (isOwn && own !== value) setOwn(value);
  const last = isOwn ? value : own;
  const offered = last === '' ? pictures : [last, ...pictures];
  return (
    <fieldset className={styles.group} role="radiogroup" aria-label={label}>
      <legend className={styles.title}>{label}</legend>
      <div className={cx(styles.pictures, wide && styles.wide)}>
        {offered.map((picture) => (
          <label key={picture} className={styles.choice}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={picture}
              checked={picture === value}
              aria-label={picture === last ? words.form.ownPicture : pictureLabel(pictures.indexOf(picture) + 1)}
              onChange={() => onChange(picture)}
            />
            <img {...imageSources(picture)} sizes={wide ? '120px' : '56px'} alt="" />
          </label>
        ))}
      </div>
      <div className={styles.own}>
        <Button onClick={() => setIsPicking(true)}>
          <PhotoIcon />
          {words.form.uploadPicture}
        </Button>
      </div>
      <PictureDialog
        open={isPicking}
        title={label}
        shape={wide ? 'wide' : 'round'}
        upload={async (picture) => (await api.aiBot.uploadPicture({ picture })).path}
        describeError={getErrorMessage}
        onPicture={onChange}
        onClose={() => setIsPicking(false)}
      />
    </fieldset>
  );
}
