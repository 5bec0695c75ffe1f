// Asks before something that others notice.
import { useAct } from '@amber/client/act';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { profileStrings as words } from './profileStrings.ts';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** What the button says that does it. */
  action: string;
  onClose(): void;
  onConfirm(): Promise<unknown>;
}

/** A dialog with the way out first; it stays open while what was asked for fails. */
export function ConfirmDialog({ title, text, action, onClose, onConfirm }: ConfirmDialogProps) {
  const [busy, act] = useAct();
  const confirm = async () => {
    if (await act(onConfirm)) onClose();
  };
  return (
    <Dialog
      title={title} open onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>{words.cancel}</Button>
          <Button look="danger" busy={busy} onClick={() => void confirm()}>{action}</Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
