// Asks somebody to be a contact, with a word of who asks.
import { LineDialog } from '../layers/LineDialog.tsx';
import { strings } from '../strings.ts';

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
    title={strings.askTitle(name)}
    label={strings.askMessage}
    hint={strings.askHint}
    action={strings.ask}
    onSubmit={onAsk}
    {...rest}
  />
);
