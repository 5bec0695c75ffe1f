// Picks a prepared picture, or an uploaded one.
import { api } from '@amber/client/engine';
import { PictureUpload } from '@amber/conversation-screen/PictureUpload';
import { imageSources } from '@amber/proto/publicPictures';
import { cx } from '@amber/ui/cx';
import { PhotoIcon } from '@amber/ui/fileIcons';
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
        <PictureUpload
          title={label}
          shape={wide ? 'wide' : 'round'}
          upload={(picture) => api.aiBot.uploadPicture({ picture })}
          onPicture={onChange}
        >
          <PhotoIcon />
          {words.form.uploadPicture}
        </PictureUpload>
      </div>
    </fieldset>
  );
}
