// Asks for one line of text.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useId, useState } from 'react';
import { useAct } from '../screens/useAct.ts';
import { profileStrings as words } from './profileStrings.ts';

interface LineDialogProps {
  title: string;
  label: string;
  hint: string;
  value?: string;
  maxLength: number;
  action: string;
  onClose(): void;
  onSubmit(text: string): Promise<unknown>;
}

/** A dialog with one field; it stays open while what was asked for fails. */
export function LineDialog({ title, label, hint, value = '', maxLength, action, onClose, onSubmit }: LineDialogProps) {
  const [text, setText] = useState(value);
  const [busy, act] = useAct();
  const form = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => onSubmit(text))) onClose();
  };
  return (
    <Dialog
      title={title} open onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>{action}</Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <TextField label={label} hint={hint} value={text} maxLength={maxLength} autoFocus onChange={(event) => setText(event.target.value)} />
      </form>
    </Dialog>
  );
}
