// Asks before something that cannot be taken back.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { words } from './strings.ts';

interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** What the button says that does it. */
  action: string;
  onCancel(): void;
  onConfirm(): void;
}

/** A dialog with the way out first. */
export function Confirm({ open, title, text, action, onCancel, onConfirm }: ConfirmProps) {
  const confirm = () => {
    onConfirm();
    onCancel();
  };
  return (
    <Dialog
      title={title} open={open} onOpenChange={(next) => !next && onCancel()}
      actions={
        <>
          <Button look="quiet" onClick={onCancel}>{words.cancel}</Button>
          <Button look="danger" onClick={confirm}>{action}</Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
