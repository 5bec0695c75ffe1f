// Asks before something that others notice, or that cannot be taken back.
import { useState } from 'react';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { words } from '../words/gen/ui.ts';

interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** What the button says that does it. */
  action: string;
  /** What takes nothing away is no danger. */
  variant?: 'danger' | 'primary';
  /** Closes it; also called when it was confirmed. */
  onCancel(): void;
  /** A promise says whether it was done: the dialog stays open until it was. */
  onConfirm(): void | null | Promise<boolean>;
}

/** A dialog with the way out first. */
export function Confirm({ open, title, text, action, variant = 'danger', onCancel, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    const doing = onConfirm();
    if (!doing) return onCancel();
    setBusy(true);
    const done = await doing;
    setBusy(false);
    if (done) onCancel();
  };
  return (
    <Dialog
      title={title}
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      actions={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button variant={variant} busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
