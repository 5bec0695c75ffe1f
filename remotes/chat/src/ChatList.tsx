// The list of conversations, and the search above it.
import { paths } from '@amber/client/paths';
import { useConversations, useLive } from '@amber/client/live';
import type { ConversationRow } from '@amber/client/rows';
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
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { chatEntries, type ChatEntry, filterEntries } from '@amber/conversation-screen/chatEntries';
import type { ChatMenuTarget } from '@amber/conversation-screen/ChatMenu';
import { ChatRow } from './ChatRow.tsx';
import { LazyFirstSteps } from './LazyFirstSteps.tsx';
import { useFindShortcut } from '@amber/conversation-screen/useFindShortcut';
import { useRowWindow } from './useRowWindow.ts';
import { useTypingLines } from './useTypingLines.ts';
import { useWriters } from './useWriters.ts';
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
const noRows: readonly ConversationRow[] = [];

/** In pixels, as in ChatRow.module.css. */
const rowHeight = 64;

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
  const writers = useWriters(conversations.status === 'ready' ? conversations.rows : noRows, me);
  const typing = useTypingLines();
  const all = useMemo(
    () =>
      conversations.status === 'ready' && drafts.status === 'ready'
        ? chatEntries(conversations.rows, { me, drafts: drafts.rows, writers })
        : none,
    [conversations, drafts, writers, me],
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

  const [focused, setFocused] = useState<string>();
  const placeOf = (id: string | undefined) => entries.findIndex((entry) => entry.id === id);
  const focusedAt = placeOf(focused);
  const { scroll, list, shown } = useRowWindow(entries.length, rowHeight, [
    placeOf(tabStop),
    focusedAt - 1,
    focusedAt,
    focusedAt + 1,
  ]);

  const focusBox = () => box.current?.focus();
  // On narrow screens the list is a separate page.
  useFindShortcut(() => {
    if (box.current?.checkVisibility()) focusBox();
    else void Promise.resolve(navigate(paths.chats())).then(() => requestAnimationFrame(focusBox));
  }, true);

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moveFocus(event);
    if (event.key === 'Enter' && isSearching && event.target === box.current && !event.nativeEvent.isComposing)
      event.currentTarget.querySelector<HTMLElement>('nav a, section a, [data-row]')?.click();
    if (event.key !== 'Escape' || !isSearching || event.defaultPrevented) return;
    event.preventDefault();
    setTyped('');
    focusBox();
  };

  return (
    <>
      <div className={styles.pane} onKeyDown={handleKeyDown}>
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
        <div ref={scroll} className={styles.scroll}>
          <QueryStatus request={live} rows={8} />
          {isSearching && entries.length > 0 && <h2 className={styles.heading}>{words.chats}</h2>}
          <nav
            aria-label={words.conversations}
            onFocus={({ target }) => setFocused(target.dataset['chat'])}
            {...rowMenu}
          >
            {archived.length > 0 && (
              <div className={styles.archiveLine}>
                <ArchivedLine
                  count={archived.length}
                  isExpanded={showsArchived}
                  isTabStop={!tabStop}
                  onToggle={() => setShowsArchived(!showsArchived)}
                />
              </div>
            )}
            <ul ref={list} className={styles.rows} style={{ height: entries.length * rowHeight }}>
              {shown.map((at) => {
                const entry = entries[at]!;
                const { id } = entry;
                return (
                  <li
                    key={id}
                    className={entry.isArchived && !isSearching ? styles.archived : undefined}
                    style={{ top: at * rowHeight }}
                    aria-posinset={at + 1}
                    aria-setsize={entries.length}
                  >
                    <ChatRow
                      entry={entry}
                      typing={typing[id]?.line}
                      isOpen={id === openId}
                      isTabStop={id === tabStop}
                      now={today}
                    />
                  </li>
                );
              })}
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
            onEnd={() => setTyped('')}
          />
        </div>
      </div>
      {menu && <ChatMenu {...menu} isOpen={menu.conversationId === openId} />}
      {grouping && <NewGroupDialog onClose={() => setGrouping(false)} />}
    </>
  );
}
