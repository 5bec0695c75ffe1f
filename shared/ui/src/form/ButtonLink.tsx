// A link that looks like a button, for an action on another page.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ButtonProps } from './Button.tsx';
import { cx } from '../cx.ts';
import button from './Button.module.css';
import styles from './ButtonLink.module.css';

interface ButtonLinkProps {
  to: string;
  variant?: ButtonProps['variant'];
  /** The state of the new entry in the history. */
  state?: unknown;
  fullWidth?: boolean;
  className?: string | undefined;
  /** Called before the navigation. */
  onClick?(): void;
  children: ReactNode;
}

/** Renders a link of the app in the style of a button. */
export const ButtonLink = ({ variant = 'plain', state, fullWidth, className, children, ...link }: ButtonLinkProps) => (
  <Link
    {...link}
    className={cx(button.button, button[variant], fullWidth && button.wide, styles.link, className)}
    state={state}
  >
    <span className={button.label}>{children}</span>
  </Link>
);
