// The list of conversations, and the search for people.
import { paths } from '@amber/client/paths';
import { engine, showToast } from '@amber/client/engine';
import { useConversations, useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useToday } from '@amber/conversation/useToday';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { IconButton } from '@amber/ui/IconButton';
import { ChatsIcon, GroupAddIcon, NewChatIcon } from '@amber/ui/icons';
import { moveFocus } from '@amber/ui/moveFocus';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { chatEntries, type ChatEntry, filterEntries } from '@amber/conversation-screen/chatEntries';
import { ChatRow } from './ChatRow.tsx';
import { LazyFoundMessages } from '@amber/conversation-screen/FoundList';
import { useMessageSearch } from '@amber/conversation-screen/useMessageSearch';
import { useFindShortcut } from '@amber/conversation-screen/useFindShortcut';
import { words } from './words/gen/chat.ts';
import { useChatShortcuts } from '@amber/conversation-screen/useChatShortcuts';
import { type FoundPerson, usePeopleSearch } from '@amber/conversation-screen/usePeopleSearch';
import styles from './ChatList.module.css';

const NewGroupDialog = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './NewGroupDialog.tsx')).NewGroupDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

const SearchResults = loadOnOpen(
  async () => (await import(/* webpackChunkName: "search" */ './SearchResults.tsx')).SearchResults,
  () => {},
);

const none: readonly ChatEntry[] = [];

/** The list pane. `openId` is the open conversation. */
export function ChatList({ openId }: { openId: string | undefined }) {
  const me = useSession()?.identifier ?? '';
  const navigate = useNavigate();
  const today = useToday();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState('');
  const [grouping, setGrouping] = useState(false);
  const found = usePeopleSearch(typed, me, attempt, { bots: true });
  const messages = useMessageSearch(typed, undefined, attempt);
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
  useChatShortcuts(entries, openId);
  const tabStop = entries.some(({ id }) => id === openId) ? openId : entries[0]?.id;

  const open = async ({ identifier, kind }: FoundPerson) => {
    if (opening) return;
    // Chats with bots belong to another feature.
    if (kind === 'bot') return navigate(paths.bot({ cid: identifier }));
    setOpening(identifier);
    try {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      setTyped('');
      navigate(paths.chat({ cid: conversationId }));
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    } finally {
      setOpening('');
    }
  };
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
        <SearchField
          ref={box}
          label={words.findPeople}
          clearLabel={words.clearSearch}
          title={words.findHint}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <div className={styles.scroll}>
        {live.status === 'loading' && <Skeleton rows={8} />}
        {live.status === 'error' && <ErrorNotice {...noticeOf(live.cause)} />}
        <nav aria-label={words.conversations} onKeyDown={moveFocus}>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <ChatRow entry={entry} isOpen={entry.id === openId} isTabStop={entry.id === tabStop} now={today} />
              </li>
            ))}
          </ul>
        </nav>
        {live.status === 'ready' && all.length === 0 && !isSearching && (
          <EmptyState
            Icon={ChatsIcon}
            title={words.noChats}
            text={words.noChatsHint}
            action={
              <Button variant="primary" onClick={focusBox}>
                {words.startChat}
              </Button>
            }
          />
        )}
        <LazyFoundMessages
          open={isSearching}
          found={messages}
          me={me}
          now={today}
          onRetry={() => setAttempt(attempt + 1)}
        />
        <SearchResults
          open={found.status !== 'idle'}
          found={found}
          isAlone={entries.length === 0 && (messages.status !== 'ready' || messages.hits.length === 0)}
          opening={opening}
          onOpen={(person) => void open(person)}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </div>
      <NewGroupDialog open={grouping} onOpenChange={setGrouping} />
    </div>
  );
}

function noticeOf(cause: unknown) {
  const fault = new Fault('STORAGE', { cause });
  return { message: getErrorMessage(fault), code: fault.code };
}
