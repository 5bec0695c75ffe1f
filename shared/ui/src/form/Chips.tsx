// A single choice, as a row of pills.
import { useId } from 'react';
import styles from './Chips.module.css';

interface ChipsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  /** Whether the label is shown above, as in a form. */
  showLabel?: boolean;
  onChange(value: Value): void;
}

/** Renders a radiogroup named by `label`. */
export function Chips<Value extends string>({ label, choices, value, showLabel, onChange }: ChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group} role="radiogroup" aria-label={label}>
      {showLabel && <legend className={styles.title}>{label}</legend>}
      <div className={styles.chips}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.chip}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
