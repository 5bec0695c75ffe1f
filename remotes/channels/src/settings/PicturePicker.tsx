// Picks a prepared picture, an uploaded one, or none.
import { api } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { imageSources } from '@amber/proto/publicPictures';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { PictureDialog } from '@amber/ui/PictureDialog';
import { type ReactNode, useId, useState } from 'react';
import styles from './PicturePicker.module.css';

interface PicturePickerProps {
  label: string;
  /** The URLs of the prepared pictures. */
  pictures: readonly string[];
  value: string;
  /** The icon for “no picture”, and its label. */
  none: ReactNode;
  noneLabel: string;
  pictureLabel(number: number): string;
  uploadLabel: string;
  wide?: boolean;
  onChange(picture: string): void;
}

/** A radiogroup named by `label`. */
export function PicturePicker({
  label,
  pictures,
  value,
  none,
  noneLabel,
  pictureLabel,
  uploadLabel,
  wide,
  onChange,
}: PicturePickerProps) {
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
        {['', ...offered].map((picture, index) => (
          <label key={picture} className={styles.choice}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={picture}
              checked={picture === value}
              aria-label={picture === '' ? noneLabel : pictureLabel(index)}
              onChange={() => onChange(picture)}
            />
            {picture === '' ? (
              none
            ) : (
              <img className={styles.image} {...imageSources(picture)} sizes={wide ? '160px' : '56px'} alt="" />
            )}
          </label>
        ))}
      </div>
      <div>
        <Button onClick={() => setIsPicking(true)}>{uploadLabel}</Button>
      </div>
      <PictureDialog
        open={isPicking}
        title={label}
        shape={wide ? 'wide' : 'round'}
        upload={async (picture) => (await api.file.uploadPicture({ picture })).path}
        describeError={getErrorMessage}
        onPicture={onChange}
        onClose={() => setIsPicking(false)}
      />
    </fieldset>
  );
}
