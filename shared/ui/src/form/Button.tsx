// A button with a text and a busy state.
import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from '../cx.ts';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** At most one button of a view is primary. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  busy?: boolean;
  fullWidth?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Renders a button. While `busy` it keeps its width and its focus, and ignores clicks. */
export function Button({
  variant = 'plain',
  busy = false,
  fullWidth,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, styles[variant], fullWidth && styles.wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.label}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}
