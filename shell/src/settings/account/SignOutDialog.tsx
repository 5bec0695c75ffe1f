// Signs out after asking whether to keep this browser's messages.
import { useQuery } from '@amber/client/useQuery';
import { api, engine, showToast } from '@amber/client/hostEngine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { words as strings } from '../../words/gen/settings.ts';

const words = strings.general;

interface SignOutDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Warns that this is the only device. Renders nothing if there is another one, or until the list is loaded. */
function OnlyDevice() {
  const [request] = useQuery(() => api.user.devices({}), []);
  const isOnly = request.status === 'ready' && request.answer.list.filter(({ approved }) => approved).length < 2;
  return isOnly && <p>{words.signOutOnly}</p>;
}

/** Both buttons sign out; only one deletes the data stored here. */
export function SignOutDialog({ open, onOpenChange }: SignOutDialogProps) {
  const [busy, setBusy] = useState<'' | 'keep' | 'wipe'>('');
  const signOut = async (what: 'keep' | 'wipe') => {
    if (busy) return;
    setBusy(what);
    try {
      await engine.signOut({ wipe: what === 'wipe' });
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    } finally {
      setBusy('');
    }
  };
  return (
    <Dialog
      title={words.signOutTitle}
      open={open}
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button variant="danger" busy={busy === 'wipe'} onClick={() => void signOut('wipe')}>
            {words.wipe}
          </Button>
          <Button busy={busy === 'keep'} onClick={() => void signOut('keep')}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.signOutText}</p>
      {open && <OnlyDevice />}
    </Dialog>
  );
}
