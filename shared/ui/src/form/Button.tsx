// A button with words on it; busy while what it started is under way.
import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from '../cx.ts';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary action a view. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  busy?: boolean;
  fullWidth?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. While `busy` it keeps its width and its focus, and ignores presses. */
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
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.label}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}
