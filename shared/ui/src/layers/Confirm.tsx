// Asks for confirmation of an action that others notice or that cannot be undone.
import { type ReactNode, useState } from 'react';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** Content below the text, such as a field. */
  children?: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** Whether the action cannot be confirmed yet. Its button can have the focus meanwhile, and ignores clicks. */
  disabled?: boolean;
  /** The label of the cancelling button, if it is not 'Cancel'. */
  cancel?: string;
  /** The style of the confirming button: 'primary' if the action deletes nothing. */
  variant?: 'danger' | 'primary';
  /** Closes the dialog; also called after a confirmation. */
  onCancel(): void;
  /** A promise resolves to whether the action succeeded: the dialog stays open until one succeeds. */
  onConfirm(): void | null | Promise<boolean>;
}

/** Renders a dialog whose first button cancels. */
export function Confirm(props: ConfirmProps) {
  const { text, children, action, disabled, cancel = true, variant = 'danger', onCancel, onConfirm, ...dialog } = props;
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (disabled) return;
    const doing = onConfirm();
    if (!doing) return onCancel();
    setBusy(true);
    const done = await doing;
    setBusy(false);
    if (done) onCancel();
  };
  return (
    <Dialog
      {...dialog}
      cancel={cancel}
      onOpenChange={(next) => !next && onCancel()}
      actions={
        <Button variant={variant} busy={busy} aria-disabled={disabled} onClick={() => void confirm()}>
          {action}
        </Button>
      }
    >
      <p>{text}</p>
      {children}
    </Dialog>
  );
}
