// A button that is an icon; its name is its tooltip too.
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

/** A square button named by `label`. */
export function IconButton({ label, Icon, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...rest} aria-label={label} className={cx(styles.button, styles[variant], className)}>
        <Icon />
      </button>
    </Tooltip>
  );
}
