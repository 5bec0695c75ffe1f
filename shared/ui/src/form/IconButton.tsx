// A button with only an icon; its accessible name is also its tooltip.
import type { ButtonHTMLAttributes, ComponentType, Ref } from 'react';
import { cx } from '../cx.ts';
import { Tooltip } from '../layers/Tooltip.tsx';
import styles from './IconButton.module.css';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  Icon: ComponentType;
  variant?: 'quiet' | 'primary';
  ref?: Ref<HTMLButtonElement>;
}

/** Renders a square button named by `label`. */
export function IconButton({ label, Icon, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...rest} aria-label={label} className={cx(styles.button, styles[variant], className)}>
        <Icon />
      </button>
    </Tooltip>
  );
}
