// The dialogs that an action on messages opens.
import type { MessageRow } from '@amber/client/rows';
import type { Person } from '@amber/conversation/person';
import type { Quote } from '@amber/proto/bodies';
import { ForwardDialog } from '../chats/ForwardDialog.tsx';
import { EditHistory } from './EditHistory.tsx';
import { QuotePart } from './QuotePart.tsx';

interface TimelineDialogProps {
  kind: 'forward' | 'edits' | 'quotePart';
  /** The messages to forward; else one. */
  messages: readonly MessageRow[];
  me: string;
  people: ReadonlyMap<string, Person>;
  onReply(message: MessageRow, quote: Quote): void;
  onClose(): void;
}

export function TimelineDialog({ kind, messages, me, people, onReply, onClose }: TimelineDialogProps) {
  if (kind === 'forward') return <ForwardDialog messages={messages} onClose={onClose} />;
  const message = messages[0]!;
  return kind === 'edits' ? (
    <EditHistory id={message.id} me={me} people={people} onClose={onClose} />
  ) : (
    <QuotePart message={message} onReply={onReply} onClose={onClose} />
  );
}
