// The list of conversations, and the search for people.
import { paths } from '@amber/client/paths';
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
import { useRowMenu } from '@amber/ui/useRowMenu';
import { type RefObject, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { chatEntries, type ChatEntry, filterEntries } from '@amber/conversation-screen/chatEntries';
import type { ChatMenuTarget } from '@amber/conversation-screen/ChatMenu';
import { ChatRow } from './ChatRow.tsx';
import { LazyFirstSteps } from './LazyFirstSteps.tsx';
import { useFindShortcut } from '@amber/conversation-screen/useFindShortcut';
import { words } from './words/gen/chat.ts';
import { useChatShortcuts } from '@amber/conversation-screen/useChatShortcuts';
import styles from './ChatList.module.css';

const NewGroupDialog = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './NewGroupDialog.tsx')).NewGroupDialog,
);

const SearchResults = loadOnOpen(
  async () => (await import(/* webpackChunkName: "search" */ './SearchResults.tsx')).SearchResults,
);

const ArchivedLine = loadOnOpen(
  async () => (await import(/* webpackChunkName: "chatMenu" */ './ArchivedLine.tsx')).ArchivedLine,
);

const ChatMenu = loadOnOpen(
  async () => (await import(/* webpackChunkName: "chatMenu" */ '@amber/conversation-screen/ChatMenu')).ChatMenu,
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
  const [grouping, setGrouping] = useState(false);
  const [showsArchived, setShowsArchived] = useState(false);
  const [menu, setMenu] = useState<(ChatMenuTarget & { key: number }) | null>(null);
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
  const archived = useMemo(() => (isSearching ? none : all.filter((entry) => entry.isArchived)), [all, isSearching]);
  const entries = useMemo(
    () =>
      isSearching
        ? filterEntries(all, typed)
        : [...(showsArchived ? archived : none), ...all.filter((entry) => !entry.isArchived)],
    [all, archived, isSearching, typed, showsArchived],
  );
  const rowMenu = useRowMenu((row, anchor) =>
    setMenu({ conversationId: row.dataset['chat']!, row, anchor, key: performance.now() }),
  );
  const isEmpty = live.status === 'ready' && all.length === 0 && !isSearching;
  useChatShortcuts(entries, openId);
  const tabStop = entries.some(({ id }) => id === openId) ? openId : entries[0]?.id;

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
        <nav aria-label={words.conversations} onKeyDown={moveFocus} {...rowMenu}>
          <ul>
            {archived.length > 0 && (
              <li className={styles.archiveLine}>
                <ArchivedLine
                  count={archived.length}
                  isExpanded={showsArchived}
                  isTabStop={!tabStop}
                  onToggle={() => setShowsArchived(!showsArchived)}
                />
              </li>
            )}
            {entries.map((entry) => (
              <li key={entry.id} className={entry.isArchived && !isSearching ? styles.archived : undefined}>
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
          onOpened={() => setTyped('')}
        />
      </div>
      {menu && <ChatMenu {...menu} isOpen={menu.conversationId === openId} />}
      {grouping && <NewGroupDialog onClose={() => setGrouping(false)} />}
    </div>
  );
}
