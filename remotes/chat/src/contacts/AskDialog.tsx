// Asks somebody to be a contact, with a word of who asks.
import { api, showToast } from '@amber/client/engine';
import type { Contact } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useId, useState } from 'react';
import { contactName } from './contactName.ts';
import { words } from './strings.ts';
import { useAct } from './useAct.ts';

type Asked = Pick<Contact, 'identifier' | 'lastName' | 'remarkName'>;

interface AskDialogProps {
  /** Who is to be asked; null while nobody is. */
  person: Asked | null;
  onClose(): void;
}

/** A dialog that is empty each time it opens. */
export const AskDialog = ({ person, onClose }: AskDialogProps) => (person ? <OpenAskDialog person={person} onClose={onClose} /> : null);

function OpenAskDialog({ person, onClose }: { person: Asked; onClose(): void }) {
  const [message, setMessage] = useState('');
  const [busy, act] = useAct();
  const form = useId();
  const name = contactName(person);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await act('ask', async () => {
      const { status } = await api.contact.apply({ identifier: person.identifier, message });
      showToast('success', status === 'agreed' ? words.agreedWith(name) : words.asked);
    });
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={words.askTitle(name)} open onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={busy !== ''}>{words.ask}</Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void ask(event)}>
        <TextField
          label={words.askMessage} hint={words.askHint} value={message} maxLength={limits.applyMessageMax} autoFocus
          onChange={(event) => setMessage(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
