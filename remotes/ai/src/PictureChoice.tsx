// Picks one of the prepared pictures.
import { useId } from 'react';
import { cx } from '@amber/ui/cx';
import styles from './choices.module.css';

interface PictureChoiceProps {
  label: string;
  /** URLs. */
  pictures: readonly string[];
  value: string;
  pictureLabel(number: number): string;
  wide?: boolean;
  onChange(picture: string): void;
}

/** A radiogroup named by `label`. */
export function PictureChoice({ label, pictures, value, pictureLabel, wide, onChange }: PictureChoiceProps) {
  const name = useId();
  const offered = value === '' || pictures.includes(value) ? pictures : [value, ...pictures];
  return (
    <fieldset className={styles.group} role="radiogroup" aria-label={label}>
      <legend className={styles.title}>{label}</legend>
      <div className={cx(styles.pictures, wide && styles.wide)}>
        {offered.map((picture, index) => (
          <label key={picture} className={styles.choice}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={picture}
              checked={picture === value}
              aria-label={pictureLabel(index + 1)}
              onChange={() => onChange(picture)}
            />
            <img src={picture} alt="" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
