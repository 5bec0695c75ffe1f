// Asks whether to send a chat's history to another device of mine.
import { engine, events$, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useEffect, useState } from 'react';
import { words } from './words/gen/chat.ts';

/** A dialog that opens when a device asks. */
export function HistoryRequest() {
  const [requestId, setRequestId] = useState('');
  useEffect(() => {
    const subscription = events$.subscribe((event) => event.type === 'historyAsked' && setRequestId(event.requestId));
    return () => subscription.unsubscribe();
  }, []);
  const close = () => setRequestId('');
  const allow = async () => {
    close();
    try {
      await engine.allowHistory({ requestId });
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    }
  };
  return (
    <Dialog
      title={words.historyTitle}
      open={requestId !== ''}
      onOpenChange={close}
      actions={
        <>
          <Button variant="quiet" onClick={close}>
            {words.historyRefuse}
          </Button>
          <Button variant="primary" onClick={() => void allow()}>
            {words.historyAllow}
          </Button>
        </>
      }
    >
      <p>{words.historyText}</p>
    </Dialog>
  );
}
