// Asks somebody to be a contact, with a word of who asks.
import { api, showToast } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { LineDialog } from './LineDialog.tsx';
import { profileStrings as words } from './profileStrings.ts';

interface ApplyDialogProps {
  identifier: string;
  name: string;
  onClose(): void;
}

/** A dialog; who had asked before is a contact at once. */
export const ApplyDialog = ({ identifier, name, onClose }: ApplyDialogProps) => (
  <LineDialog
    title={words.applyTitle(name)} label={words.applyMessage} hint={words.applyHint} maxLength={limits.applyMessageMax} action={words.applySend}
    onClose={onClose}
    onSubmit={async (message) => {
      const { status } = await api.contact.apply({ identifier, message });
      showToast('success', status === 'agreed' ? words.agreedWith(name) : words.applySent);
    }}
  />
);
