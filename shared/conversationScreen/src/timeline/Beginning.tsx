// Shown above the first message of a chat: that it is the first, or since when this device has the chat.
import type { ConversationRow, MessageRow } from '@amber/client/db';
import { engine, showToast } from '@amber/client/engine';
import { useOwnDevices } from '@amber/client/ownDevices';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { RobotPart } from '../robot/RobotPart.tsx';
import { words } from '../words/gen/screen.ts';
import styles from '../kit/messageSpace.module.css';

interface BeginningProps {
  conversation: ConversationRow;
  /** The first message that is here. */
  first: MessageRow | undefined;
  me: string;
}

export function Beginning({ conversation, first, me }: BeginningProps) {
  const [asked, setAsked] = useState(false);
  const waits = useOwnDevices()?.standing === 'waiting';
  if (conversation.type === 'robot') return <RobotPart open part="beginning" conversation={conversation} me={me} />;
  // Sealed for other devices before this one was there.
  if (conversation.type !== 'private' || first?.copy !== 'none')
    return <p className={styles.beginning}>{words.beginning}</p>;
  const ask = async () => {
    setAsked(true);
    try {
      await engine.askHistory({ conversationId: conversation.conversionId });
      showToast('info', words.historyAsked);
    } catch (thrown) {
      setAsked(false);
      showToast('error', sentenceOf(thrown));
    }
  };
  return (
    <div className={styles.beginning}>
      <p>{words.knownSince}</p>
      {!waits && (
        <Button look="quiet" disabled={asked} onClick={() => void ask()}>
          {words.askHistory}
        </Button>
      )}
    </div>
  );
}
