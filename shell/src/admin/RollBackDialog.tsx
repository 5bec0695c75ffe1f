// Confirms a rollback of a feature and asks for the reason.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import type { Offer } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { words } from '../words/gen/admin.ts';

interface RollBackDialogProps {
  offer: Offer;
  open: boolean;
  onOpenChange(open: boolean): void;
  onChanged(): void;
}

/**
 * Rolls back the candidate if there is one, else the stable version. The call names that version, so a release that was
 * published meanwhile is not rolled back.
 */
export function RollBackDialog({
  offer: { remote, stable, candidate, previous },
  open,
  onOpenChange,
  onChanged,
}: RollBackDialogProps) {
  const [why, setWhy] = useState('');
  const [busy, act] = useAction();
  const rollBack = async () => {
    const { version } = candidate ?? stable!;
    if (!(await act(() => api.rollout.rollback({ remote, version, why })))) return;
    setWhy('');
    onOpenChange(false);
    onChanged();
  };
  return (
    <Dialog
      title={words.rollBackTitle({ remote })}
      open={open}
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{words.cancel}</Button>
          <Button variant="danger" busy={busy} onClick={() => void rollBack()}>
            {words.rollBack}
          </Button>
        </>
      }
    >
      <p>
        {candidate
          ? words.rollBackCandidate({ version: candidate.version })
          : words.rollBackStable({ version: stable?.version ?? '', to: previous[0]?.version ?? '' })}
      </p>
      <TextField label={words.why} value={why} onChange={(event) => setWhy(event.target.value)} />
    </Dialog>
  );
}
