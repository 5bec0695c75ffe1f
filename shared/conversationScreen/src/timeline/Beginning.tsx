// The content above the first message of a chat: it marks the beginning, or says since when this device has the chat.
import type { ConversationRow, MessageRow } from '@amber/client/rows';
import { isSeeded } from '@amber/client/seededNames';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { LazyBotPart } from '../robot/LazyBotPart.tsx';
import { words } from '../words/gen/screen.ts';
import styles from '../kit/messageSpace.module.css';

const HistoryOffer = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './HistoryOffer.tsx')).HistoryOffer,
);

interface BeginningProps {
  conversation: ConversationRow;
  /** The first message on this device. */
  first: MessageRow | undefined;
  me: string;
}

export function Beginning({ conversation, first, me }: BeginningProps) {
  const { type, conversionId } = conversation;
  if (type === 'robot') return <LazyBotPart part="beginning" conversation={conversation} me={me} isEmpty={!first} />;
  // The first message was encrypted for other devices before this one existed.
  if (type === 'private' && first?.copy === 'none') return <HistoryOffer conversationId={conversionId} />;
  return <p className={styles.beginning}>{isSeeded(conversionId) ? words.beginningWelcome : words.beginning}</p>;
}
