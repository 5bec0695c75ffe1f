// Gives somebody a name of one's own.
import { useAct } from '@amber/client/act';
import { api } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { LineDialog } from '@amber/ui/LineDialog';
import { words } from '../words/gen/profile.ts';

interface RemarkDialogProps {
  identifier: string;
  /** As that person is called by themselves. */
  name: string;
  remark: string;
  onClose(): void;
}

/** A dialog; saved empty it takes the name back. */
export function RemarkDialog({ identifier, name, remark, onClose }: RemarkDialogProps) {
  const [busy, act] = useAct();
  return (
    <LineDialog
      title={words.remarkTitle({ name })}
      label={words.remarkLabel}
      hint={words.remarkHint}
      value={remark}
      maxLength={limits.nameMax}
      action={words.save}
      busy={busy}
      onClose={onClose}
      onSubmit={(remarkName) => act(() => api.contact.setRemark({ identifier, remarkName }))}
    />
  );
}
