// What a search finds beyond the chats of the list: people, and messages and files on this device.
import type { SearchHit } from '@amber/client/bus';
import { savedMessages } from '@amber/client/conversationName';
import { engine } from '@amber/client/engine';
import { useConversations } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { isOwnChat } from '@amber/client/rows';
import { FoundMessages } from '@amber/conversation-screen/FoundMessages';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useMessageSearch } from '@amber/conversation-screen/useMessageSearch';
import { type FoundPerson, usePeopleSearch } from '@amber/conversation-screen/usePeopleSearch';
import { useLayer } from '@amber/ui/useLayer';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FoundPeople, FoundRow } from './FoundPeople.tsx';
import { useKeyedAct } from './useKeyedAct.ts';
import { words } from './words/gen/search.ts';

const none: readonly SearchHit[] = [];

interface SearchResultsProps {
  /** Whether a search is active. */
  open: boolean;
  typed: string;
  me: string;
  /** Today's time stamp, for the times of messages. */
  now: number;
  /** Whether chats match, too; otherwise a search without people says that nobody was found. */
  hasChats: boolean;
  /** Ends the search: called when the chat with a person that was found opens, and for Escape and Back. */
  onEnd(): void;
}

/** Renders nothing while nothing is typed. */
export function SearchResults({ open, typed, me, now, hasChats, onEnd }: SearchResultsProps) {
  useLayer(onEnd, { open });
  const [attempt, setAttempt] = useState(0);
  const people = usePeopleSearch(typed, me, attempt, { bots: true });
  const messages = useMessageSearch(typed, undefined, attempt);
  const navigate = useNavigate();
  const [opening, act] = useKeyedAct();
  const openChat = ({ identifier, kind }: Pick<FoundPerson, 'identifier' | 'kind'>) =>
    act(identifier, async () => {
      // Chats with bots belong to another feature.
      if (kind === 'bot') return navigate(paths.bot({ cid: identifier }));
      const { conversationId } = await engine.openPrivateChat({ identifier });
      onEnd();
      return navigate(paths.chat({ cid: conversationId }));
    });
  const retry = () => setAttempt(attempt + 1);
  const chats = useConversations();
  if (!open) return null;
  const isListed = chats.status === 'ready' && chats.rows.some((row) => isOwnChat(row, me) && row.status === 'normal');
  const hasSaved = !isListed && savedMessages.name.toLocaleLowerCase().startsWith(typed.trim().toLocaleLowerCase());
  const hits = messages.status === 'ready' ? messages.hits : none;
  return (
    <>
      {hasSaved && (
        <FoundRow
          identifier={me}
          {...savedMessages}
          busy={opening === me}
          onOpen={() => void openChat({ identifier: me })}
        />
      )}
      <FoundPeople
        found={people}
        isAlone={!hasChats && !hasSaved && hits.length === 0}
        opening={opening}
        onOpen={(person) => void openChat(person)}
        onRetry={retry}
      />
      {messages.status === 'error' && <QueryStatus request={messages} refetch={retry} />}
      <FoundMessages title={words.messages} hits={hits.filter(({ isFile }) => !isFile)} me={me} now={now} />
      <FoundMessages title={words.files} hits={hits.filter(({ isFile }) => isFile)} me={me} now={now} />
    </>
  );
}
