// One of a few, all of them in sight.
import { useId } from 'react';
import styles from './Choice.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  disabled?: boolean;
  onChange(value: Value): void;
}

/** A radiogroup named by `label`; a whole line can be pressed. */
export function Choice<Value extends string>({ label, hint, options, value, disabled, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles.choice} role="radiogroup" aria-labelledby={id} aria-describedby={hint ? `${id}-hint` : undefined}>
      <p className={styles.label} id={id}>{label}</p>
      {hint && <p className={styles.hint} id={`${id}-hint`}>{hint}</p>}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio" className={styles.radio} name={id} value={option.value} checked={option.value === value} disabled={disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  );
}
