// A labelled multi-line text field with a hint and an error.
import { type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { cx } from '../cx.ts';
import field from './TextField.module.css';
import styles from './TextArea.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Renders a multi-line text field. Its error is shown below it and announced with it. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx(field.field, className)}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={cx(field.box, error !== undefined && field.wrong)}>
        <textarea
          rows={3}
          dir="auto"
          {...area}
          id={id}
          className={cx(field.input, styles.area)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
      </div>
      <p className={cx(field.note, error !== undefined && field.error)} id={`${id}-note`}>
        {note}
      </p>
    </div>
  );
}
