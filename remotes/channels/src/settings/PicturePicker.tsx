// Picks one of the prepared pictures, or none.
import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '@amber/ui/cx';
import styles from './PicturePicker.module.css';

interface PicturePickerProps {
  label: string;
  /** URLs. */
  pictures: readonly string[];
  value: string;
  /** Shown for “no picture”, and its label. */
  none: ReactNode;
  noneLabel: string;
  pictureLabel(number: number): string;
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
  wide,
  onChange,
}: PicturePickerProps) {
  const name = useId();
  // The current picture can always be chosen, even if it is not among the prepared ones.
  const offered = value === '' || pictures.includes(value) ? pictures : [value, ...pictures];
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
            {picture === '' ? none : <img className={styles.image} src={picture} alt="" />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
