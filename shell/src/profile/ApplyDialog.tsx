// Asks somebody to be a contact, with a word of who asks.
import { useAct } from '@amber/client/act';
import { api, showToast } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { LineDialog } from '@amber/ui/LineDialog';
import { profileStrings as words } from './profileStrings.ts';

interface ApplyDialogProps {
  identifier: string;
  name: string;
  onClose(): void;
}

/** A dialog; who had asked before is a contact at once. */
export function ApplyDialog({ identifier, name, onClose }: ApplyDialogProps) {
  const [busy, act] = useAct();
  return (
    <LineDialog
      title={words.applyTitle(name)} label={words.applyMessage} hint={words.applyHint} maxLength={limits.applyMessageMax} action={words.applySend}
      busy={busy} onClose={onClose}
      onSubmit={(message) => act(async () => {
        const { status } = await api.contact.apply({ identifier, message });
        showToast('success', status === 'agreed' ? words.agreedWith(name) : words.applySent);
      })}
    />
  );
}
