// What a dialog shows, fetched when the first one opens.
import { Dialog as Base } from '@base-ui/react/dialog';
import type { DialogProps } from './Dialog.tsx';
import { CloseIcon } from './icons.tsx';
import { IconButton } from './IconButton.tsx';
import { strings } from './strings.ts';
import styles from './Dialog.module.css';

export function DialogWindow({ title, open, onOpenChange, stays = false, children, actions }: DialogProps) {
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
