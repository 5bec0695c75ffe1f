// A single choice, with an explanation under each option.
import { useId, useState } from 'react';
import styles from './ChoiceList.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
}

interface ChoiceListProps<Value extends string> {
  title: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange(value: Value): void;
}

/** Renders a radiogroup named by `title`. */
export function ChoiceList<Value extends string>({ title, choices, value, onChange }: ChoiceListProps<Value>) {
  const name = useId();
  // The selected option is shown optimistically until `value` follows or the change fails.
  const [optimistic, setOptimistic] = useState<{ from: Value; to: Value } | null>(null);
  if (optimistic && optimistic.from !== value) setOptimistic(null);
  const shown = optimistic?.to ?? value;
  const press = (to: Value) => {
    setOptimistic({ from: value, to });
    onChange(to);
  };
  return (
    <fieldset className={styles.list} role="radiogroup" aria-labelledby={`${name}-title`}>
      <legend className={styles.title} id={`${name}-title`}>
        {title}
      </legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === shown}
            aria-label={choice.label}
            aria-describedby={choice.hint ? `${name}-${choice.value}` : undefined}
            onChange={() => press(choice.value)}
          />
          <span>
            <span className={styles.label}>{choice.label}</span>
            {choice.hint && (
              <span className={styles.hint} id={`${name}-${choice.value}`}>
                {choice.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
