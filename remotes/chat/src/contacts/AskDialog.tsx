// Asks somebody to be a contact, with a word of who asks.
import { useAct } from '@amber/client/act';
import { api, showToast } from '@amber/client/engine';
import type { Contact } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { LineDialog } from '@amber/ui/LineDialog';
import { contactName } from './contactName.ts';
import { words } from './strings.ts';

interface AskDialogProps {
  person: Pick<Contact, 'identifier' | 'lastName' | 'remarkName'>;
  onClose(): void;
}

/** A dialog; who had asked before is a contact at once. */
export function AskDialog({ person, onClose }: AskDialogProps) {
  const [busy, act] = useAct();
  const name = contactName(person);
  return (
    <LineDialog
      title={words.askTitle(name)} label={words.askMessage} hint={words.askHint} maxLength={limits.applyMessageMax} action={words.ask}
      busy={busy} onClose={onClose}
      onSubmit={(message) => act(async () => {
        const { status } = await api.contact.apply({ identifier: person.identifier, message });
        showToast('success', status === 'agreed' ? words.agreedWith(name) : words.asked);
      })}
    />
  );
}
