// Confirms an operator's action on a feature and asks for the reason, which the audit log shows.
import { useAction } from '@amber/client/useAction';
import { Confirm } from '@amber/ui/Confirm';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { words } from '../words/gen/admin.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  open: boolean;
  onClose(): void;
  /** Runs the confirmed action. */
  run(why: string): Promise<unknown>;
  onChanged(): void;
}

/** The dialog stays open until the action succeeds. */
export function ReasonDialog({ run, onClose, onChanged, ...confirm }: ReasonDialogProps) {
  const [why, setWhy] = useState('');
  const [, act] = useAction();
  const runAction = () =>
    act(async () => {
      await run(why);
      setWhy('');
      onChanged();
    });
  return (
    <Confirm {...confirm} onCancel={onClose} onConfirm={runAction}>
      <TextField label={words.why} value={why} onChange={(event) => setWhy(event.target.value)} />
    </Confirm>
  );
}
