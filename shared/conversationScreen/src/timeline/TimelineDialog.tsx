// The dialogs that an action on messages opens.
import type { MessageRow } from '@amber/client/rows';
import type { Person } from '@amber/conversation/person';
import { ForwardDialog } from '../chats/ForwardDialog.tsx';
import { EditHistory } from './EditHistory.tsx';

interface TimelineDialogProps {
  /** The messages to forward, or the one message whose versions are shown. */
  messages: readonly MessageRow[];
  isHistory?: true;
  me: string;
  people: ReadonlyMap<string, Person>;
  onClose(): void;
}

export const TimelineDialog = ({ messages, isHistory, me, people, onClose }: TimelineDialogProps) =>
  isHistory ? (
    <EditHistory id={messages[0]!.id} me={me} people={people} onClose={onClose} />
  ) : (
    <ForwardDialog messages={messages} onClose={onClose} />
  );
