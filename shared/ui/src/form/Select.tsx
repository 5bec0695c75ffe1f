// A labelled native select: one of several choices.
import { type SelectHTMLAttributes, useId } from 'react';
import styles from './Select.module.css';

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string;
  choices: readonly { value: string; label: string }[];
  /** The message about the value, shown below the field. */
  error?: string | undefined;
  onChoose(value: string): void;
}

export function Select({ label, choices, error, onChoose, ...select }: SelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={styles.select}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p className={styles.error} id={`${id}-note`}>
          {error}
        </p>
      )}
    </div>
  );
}
