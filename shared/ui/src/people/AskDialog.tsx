// Sends a contact request, with a message.
import { LineDialog } from '../layers/LineDialog.tsx';
import { words } from '../words/gen/ui.ts';

interface AskDialogProps {
  name: string;
  maxLength: number;
  busy: boolean;
  onClose(): void;
  /** Resolves to whether it was done. */
  onAsk(message: string): Promise<boolean>;
}

/** A dialog; it stays open while what was asked for fails. */
export const AskDialog = ({ name, onAsk, ...rest }: AskDialogProps) => (
  <LineDialog
    title={words.askTitle({ name })}
    label={words.askMessage}
    hint={words.askHint}
    action={words.ask}
    onSubmit={onAsk}
    {...rest}
  />
);
