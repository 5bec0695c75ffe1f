// A dialog that sends a contact request with a message.
import { limits } from '@amber/proto/limits';
import { PromptDialog } from '../layers/PromptDialog.tsx';
import { words } from '../words/gen/contactRequest.ts';

interface ContactRequestDialogProps {
  name: string;
  busy: boolean;
  onClose(): void;
  /** Resolves to whether the request was sent. */
  onSend(message: string): Promise<boolean>;
}

/** Renders the dialog; it stays open when the request fails. */
export const ContactRequestDialog = ({ name, onSend, ...rest }: ContactRequestDialogProps) => (
  <PromptDialog
    title={words.askTitle({ name })}
    label={words.askMessage}
    hint={words.askHint}
    action={words.ask}
    maxLength={limits.applyMessageMax}
    onSubmit={onSend}
    {...rest}
  />
);
