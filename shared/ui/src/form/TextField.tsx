// A labelled single-line text field with a hint and an error.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { cx } from '../cx.ts';
import styles from './TextField.module.css';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** A control inside the box, before the text. */
  before?: ReactNode;
  /** A control inside the box, after the text. */
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Renders a text field. Its error is shown below it and announced with it. */
export function TextField({ label, hint, error, before, suffix, className, id: idProp, ...input }: TextFieldProps) {
  const generatedId = useId();
  const id = idProp ?? generatedId;
  const note = error ?? hint;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={cx(styles.box, error !== undefined && styles.wrong)}>
        {before}
        <input
          autoComplete="off"
          dir="auto"
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {suffix}
      </div>
      <p className={cx(styles.note, error !== undefined && styles.error)} id={`${id}-note`} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
