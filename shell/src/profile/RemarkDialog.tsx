// Gives somebody a name of one's own.
import { api } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { LineDialog } from './LineDialog.tsx';
import { profileStrings as words } from './profileStrings.ts';

interface RemarkDialogProps {
  identifier: string;
  /** As that person is called by themselves. */
  name: string;
  remark: string;
  onClose(): void;
}

/** A dialog; saved empty it takes the name back. */
export const RemarkDialog = ({ identifier, name, remark, onClose }: RemarkDialogProps) => (
  <LineDialog
    title={words.remarkTitle(name)} label={words.remarkLabel} hint={words.remarkHint} value={remark} maxLength={limits.nameMax} action={words.save}
    onClose={onClose} onSubmit={(remarkName) => api.contact.setRemark({ identifier, remarkName })}
  />
);
