// Sets my own name for a person.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import { limits } from '@amber/proto/limits';
import { PromptDialog } from '@amber/ui/PromptDialog';
import { words } from '../words/gen/profile.ts';

interface RemarkDialogProps {
  identifier: string;
  /** The person's own name. */
  name: string;
  remark: string;
  onClose(): void;
}

/** Saving an empty name removes the remark. */
export function RemarkDialog({ identifier, name, remark, onClose }: RemarkDialogProps) {
  const [busy, act] = useAction();
  return (
    <PromptDialog
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
