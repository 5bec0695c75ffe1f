// Picks a prepared picture, an uploaded one, or none.
import { PictureUpload } from '@amber/conversation-screen/PictureUpload';
import { imageSources } from '@amber/proto/publicPictures';
import { cx } from '@amber/ui/cx';
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
        <PictureUpload title={label} shape={wide ? 'wide' : 'round'} onPicture={onChange}>
          {uploadLabel}
        </PictureUpload>
      </div>
    </fieldset>
  );
}
