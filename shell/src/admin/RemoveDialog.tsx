// Confirms the removal of a feature and asks for the reason.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { words } from '../words/gen/admin.ts';

interface RemoveDialogProps {
  remote: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  onChanged(): void;
}

/** The dialog lists what is removed and what remains. */
export function RemoveDialog({ remote, open, onOpenChange, onChanged }: RemoveDialogProps) {
  const [why, setWhy] = useState('');
  const [busy, act] = useAction();
  const remove = async () => {
    if (!(await act(() => api.rollout.remove({ remote, why })))) return;
    onOpenChange(false);
    onChanged();
  };
  return (
    <Dialog
      title={words.removeTitle({ remote })}
      open={open}
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{words.cancel}</Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {words.remove}
          </Button>
        </>
      }
    >
      <p>{words.removeText({ remote })}</p>
      <TextField label={words.why} value={why} onChange={(event) => setWhy(event.target.value)} />
    </Dialog>
  );
}
