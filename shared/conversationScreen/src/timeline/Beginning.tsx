// The content above the first message of a chat: it marks the beginning, or says since when this device has the chat.
import type { ConversationRow, MessageRow } from '@amber/client/rows';
import { engine, showToast } from '@amber/client/engine';
import { isSeeded } from '@amber/client/seededNames';
import { useOwnDevices } from '@amber/client/ownDevices';
import { useAction } from '@amber/client/useAction';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { LazyBotPart } from '../robot/LazyBotPart.tsx';
import { words } from '../words/gen/screen.ts';
import styles from '../kit/messageSpace.module.css';

interface BeginningProps {
  conversation: ConversationRow;
  /** The first message on this device. */
  first: MessageRow | undefined;
  me: string;
}

export function Beginning({ conversation, first, me }: BeginningProps) {
  const [isRequested, setIsRequested] = useState(false);
  const [busy, act] = useAction();
  const isUnapproved = useOwnDevices()?.standing === 'waiting';
  if (conversation.type === 'robot')
    return <LazyBotPart part="beginning" conversation={conversation} me={me} isEmpty={!first} />;
  if (isSeeded(conversation.conversionId)) return <p className={styles.beginning}>{words.beginningWelcome}</p>;
  // The first message was encrypted for other devices before this one existed.
  if (conversation.type !== 'private' || first?.copy !== 'none')
    return <p className={styles.beginning}>{words.beginning}</p>;
  const requestHistory = () =>
    act(async () => {
      await engine.askHistory({ conversationId: conversation.conversionId });
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
