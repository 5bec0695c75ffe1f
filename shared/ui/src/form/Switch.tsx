// A switch with a label and a hint.
import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

/** Renders a switch named by `label`; the whole line is clickable. */
export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.line} data-disabled={disabled || undefined}>
      <label className={styles.words} htmlFor={id}>
        <span>{label}</span>
        {hint && (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <Base.Root
        id={id}
        className={styles.track}
        checked={checked}
        disabled={disabled ?? false}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(next) => onChange(next)}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </div>
  );
}
