// Asks whether to send a chat's history to another device of mine.
import { engine, events$ } from '@amber/client/engine';
import { showError } from '@amber/client/showError';
import { useSubscription } from '@amber/client/useSubscription';
import { Confirm } from '@amber/ui/Confirm';
import { useState } from 'react';
import { words } from './words/gen/chat.ts';

/** A dialog that opens when a device asks. */
export function HistoryRequest() {
  const [requestId, setRequestId] = useState('');
  useSubscription(events$, (event) => {
    if (event.type === 'historyAsked') setRequestId(event.requestId);
  });
  return (
    <Confirm
      open={requestId !== ''}
      title={words.historyTitle}
      text={words.historyText}
      cancel={words.historyRefuse}
      action={words.historyAllow}
      variant="primary"
      onCancel={() => setRequestId('')}
      onConfirm={() => void engine.allowHistory({ requestId }).catch(showError)}
    />
  );
}
