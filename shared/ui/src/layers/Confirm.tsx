// Asks for confirmation of an action that others notice or that cannot be undone.
import { useState } from 'react';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { words } from '../words/gen/ui.ts';

interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  /** The style of the confirming button: 'primary' if the action deletes nothing. */
  variant?: 'danger' | 'primary';
  /** Closes the dialog; also called after a confirmation. */
  onCancel(): void;
  /** A promise resolves to whether the action succeeded: the dialog stays open until one succeeds. */
  onConfirm(): void | null | Promise<boolean>;
}

/** Renders a dialog whose first button cancels. */
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
