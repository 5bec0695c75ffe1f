// A window above the page that wants an answer.
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { CloseIcon } from './icons.tsx';
import { IconButton } from './IconButton.tsx';
import { strings } from './strings.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Whether a press beside it leaves it open: for what cannot be shown again. */
  stays?: boolean;
  children: ReactNode;
  /** Buttons at the foot, the way out first. */
  actions?: ReactNode;
}

/** A modal dialog named by its title. Escape, the backdrop and its button close it. */
export function Dialog({ title, open, onOpenChange, stays = false, children, actions }: DialogProps) {
  return (
    <Base.Root open={open} disablePointerDismissal={stays} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup}>
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton label={strings.close} Icon={CloseIcon} onClick={() => onOpenChange(false)} />
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
