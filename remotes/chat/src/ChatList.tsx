// The list of conversations, and the search for people.
import { paths } from '@amber/client/paths';
import { engine } from '@amber/client/engine';
import { useConversations, useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useToday } from '@amber/conversation/useToday';
import { IconButton } from '@amber/ui/IconButton';
import { GroupAddIcon, NewChatIcon } from '@amber/ui/icons';
import { moveFocus } from '@amber/ui/moveFocus';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { SearchField } from '@amber/ui/SearchField';
import { useHasTwoPanes } from '@amber/ui/useHasTwoPanes';
import { type RefObject, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { chatEntries, type ChatEntry, filterEntries } from '@amber/conversation-screen/chatEntries';
import { ChatRow } from './ChatRow.tsx';
import { LazyFirstSteps } from './LazyFirstSteps.ts';
import { useKeyedAct } from './useKeyedAct.ts';
import { useFindShortcut } from '@amber/conversation-screen/useFindShortcut';
import { words } from './words/gen/chat.ts';
import { useChatShortcuts } from '@amber/conversation-screen/useChatShortcuts';
import type { FoundPerson } from '@amber/conversation-screen/usePeopleSearch';
import styles from './ChatList.module.css';

const NewGroupDialog = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './NewGroupDialog.tsx')).NewGroupDialog,
);

const SearchResults = loadOnOpen(
  async () => (await import(/* webpackChunkName: "search" */ './SearchResults.tsx')).SearchResults,
);

const none: readonly ChatEntry[] = [];

interface ChatListProps {
  /** The open conversation. */
  openId: string | undefined;
  /** Receives the field that searches for people. */
  searchBox: RefObject<HTMLInputElement | null>;
}

/** The list pane. */
export function ChatList({ openId, searchBox: box }: ChatListProps) {
  const me = useSession()?.identifier ?? '';
  const navigate = useNavigate();
  const today = useToday();
  const hasTwoPanes = useHasTwoPanes();
  const [typed, setTyped] = useState('');
  const [opening, act] = useKeyedAct();
  const [grouping, setGrouping] = useState(false);
  const conversations = useConversations();
  const drafts = useLive((db) => db.drafts.toArray(), []);
  const live = conversations.status === 'ready' ? drafts : conversations;
  const all = useMemo(
    () =>
      conversations.status === 'ready' && drafts.status === 'ready'
        ? chatEntries(conversations.rows, { me, drafts: drafts.rows })
        : none,
    [conversations, drafts, me],
  );
  const isSearching = typed.trim() !== '';
  const entries = useMemo(() => (isSearching ? filterEntries(all, typed) : all), [all, isSearching, typed]);
  const isEmpty = live.status === 'ready' && all.length === 0 && !isSearching;
  useChatShortcuts(entries, openId);
  const tabStop = entries.some(({ id }) => id === openId) ? openId : entries[0]?.id;

  const open = ({ identifier, kind }: FoundPerson) =>
    act(identifier, async () => {
      // Chats with bots belong to another feature.
      if (kind === 'bot') return navigate(paths.bot({ cid: identifier }));
      const { conversationId } = await engine.openPrivateChat({ identifier });
      setTyped('');
      return navigate(paths.chat({ cid: conversationId }));
    });
  const focusBox = () => box.current?.focus();
  // On narrow screens the list is a separate page.
  useFindShortcut(() => {
    if (box.current?.checkVisibility()) focusBox();
    else void Promise.resolve(navigate(paths.chats())).then(() => requestAnimationFrame(focusBox));
  }, true);

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h1 className={styles.title}>{words.chats}</h1>
        <div className={styles.begin}>
          <IconButton label={words.newGroup} Icon={GroupAddIcon} onClick={() => setGrouping(true)} />
          <IconButton label={words.newChat} Icon={NewChatIcon} onClick={focusBox} />
        </div>
      </header>
      <div className={styles.search} role="search">
        <SearchField ref={box} label={words.findPeople} title={words.findHint} value={typed} onChange={setTyped} />
      </div>
      <div className={styles.scroll}>
        <QueryStatus request={live} rows={8} />
        <nav aria-label={words.conversations} onKeyDown={moveFocus}>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <ChatRow entry={entry} isOpen={entry.id === openId} isTabStop={entry.id === tabStop} now={today} />
              </li>
            ))}
          </ul>
        </nav>
        {isEmpty &&
          (hasTwoPanes ? <p className={styles.none}>{words.noChats}</p> : <LazyFirstSteps onFindPeople={focusBox} />)}
        <SearchResults
          open={isSearching}
          typed={typed}
          me={me}
          now={today}
          hasChats={entries.length > 0}
          opening={opening}
          onOpen={(person) => void open(person)}
        />
      </div>
      {grouping && <NewGroupDialog onClose={() => setGrouping(false)} />}
    </div>
  );
}
