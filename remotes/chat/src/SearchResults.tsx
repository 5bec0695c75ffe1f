// What a search finds beyond the chats of the list: messages on this device, and people.
import { FoundMessages } from '@amber/conversation-screen/FoundMessages';
import { useMessageSearch } from '@amber/conversation-screen/useMessageSearch';
import { type FoundPerson, usePeopleSearch } from '@amber/conversation-screen/usePeopleSearch';
import { useState } from 'react';
import { FoundPeople } from './FoundPeople.tsx';

interface SearchResultsProps {
  /** Whether a search is active. */
  open: boolean;
  typed: string;
  me: string;
  /** Today's time stamp, for the times of messages. */
  now: number;
  /** Whether chats match, too; otherwise a search without people says that nobody was found. */
  hasChats: boolean;
  /** The person whose chat is being opened. */
  opening: string;
  onOpen(person: FoundPerson): void;
}

/** Renders nothing while nothing is typed. */
export function SearchResults({ open, typed, me, now, hasChats, opening, onOpen }: SearchResultsProps) {
  const [attempt, setAttempt] = useState(0);
  const people = usePeopleSearch(typed, me, attempt, { bots: true });
  const messages = useMessageSearch(typed, undefined, attempt);
  const retry = () => setAttempt(attempt + 1);
  if (!open) return null;
  return (
    <>
      <FoundMessages search={messages} me={me} now={now} onRetry={retry} />
      <FoundPeople
        found={people}
        isAlone={!hasChats && (messages.status !== 'ready' || messages.hits.length === 0)}
        opening={opening}
        onOpen={onOpen}
        onRetry={retry}
      />
    </>
  );
}
