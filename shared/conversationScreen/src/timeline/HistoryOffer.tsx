// Says since when this device has the chat, and offers to get what is older from the user's other devices.
import { engine, showToast } from '@amber/client/engine';
import { useOwnDevices } from '@amber/client/ownDevices';
import { useAction } from '@amber/client/useAction';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { words } from '../words/gen/timelineParts.ts';
import styles from '../kit/messageSpace.module.css';

export function HistoryOffer({ conversationId }: { conversationId: string }) {
  const [isRequested, setIsRequested] = useState(false);
  const [busy, act] = useAction();
  const isUnapproved = useOwnDevices()?.standing === 'waiting';
  const requestHistory = () =>
    act(async () => {
      await engine.askHistory({ conversationId });
      setIsRequested(true);
      showToast('info', words.historyAsked);
    });
  return (
    <div className={styles.beginning}>
      <p>{words.knownSince}</p>
      {!isUnapproved && (
        <Button variant="quiet" disabled={busy || isRequested} onClick={() => void requestHistory()}>
          {words.askHistory}
        </Button>
      )}
    </div>
  );
}
