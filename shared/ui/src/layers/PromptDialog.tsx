// A dialog that asks for one line of text.
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from '../form/TextField.tsx';

interface PromptDialogProps {
  title: string;
  label: string;
  hint: string;
  value?: string;
  maxLength: number;
  action: string;
  /** Whether the submitted action is running. */
  busy: boolean;
  onClose(): void;
  /** Resolves to whether the action succeeded. */
  onSubmit(text: string): Promise<boolean>;
}

/** Renders a dialog with one field; it stays open when the action fails. */
export function PromptDialog({ title, value = '', action, busy, onClose, onSubmit, ...field }: PromptDialogProps) {
  const [text, setText] = useState(value);
  const form = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onSubmit(text)) onClose();
  };
  return (
    <Dialog
      title={title}
      open
      onOpenChange={(next) => !next && onClose()}
      cancel
      actions={
        <Button variant="primary" type="submit" form={form} busy={busy}>
          {action}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <TextField {...field} value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      </form>
    </Dialog>
  );
}
