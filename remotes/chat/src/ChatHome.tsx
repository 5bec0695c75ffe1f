// Chats: the list, and the conversation in the address.
import { events$ } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { lazyScreen } from '@amber/client/remote';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { useSubscription } from '@amber/client/useSubscription';
import { EmptyState } from '@amber/ui/EmptyState';
import { Button } from '@amber/ui/Button';
import { ChatsIcon } from '@amber/ui/icons';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import { useHasTwoPanes } from '@amber/ui/useHasTwoPanes';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useMatch, useSearchParams } from 'react-router-dom';
import { ChatList } from './ChatList.tsx';
import { ConversationDetails } from '@amber/conversation-screen/ConversationDetails';
import { loadConversation } from '@amber/conversation-screen/loadConversation';
import { LazyFirstSteps } from './LazyFirstSteps.tsx';
import { lastChat, rememberChat } from './lastChat.ts';
import { useRedirectOnLeave } from '@amber/conversation-screen/useRedirectOnLeave';
import { words } from './words/gen/chat.ts';

/** Loaded separately, so that the list does not wait for it. */
const Conversation = lazyScreen(loadConversation, { ahead: true });

const HistoryRequest = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './HistoryRequest.tsx')).HistoryRequest,
);

/** Every screen of this feature; the address determines the state of the panes. */
export function ChatHome() {
  const me = useSession()?.identifier ?? '';
  const openId = useMatch('/channels/me/:cid')?.params.cid;
  const [search] = useSearchParams();
  const isLastChatPath = useMatch('/chat') !== null;
  const searchBox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (openId) rememberChat(me, openId);
  }, [me, openId]);
  useRedirectOnLeave({ cid: openId });
  const [historyRequest, setHistoryRequest] = useState('');
  useSubscription(events$, (event) => {
    if (event.type === 'historyAsked') setHistoryRequest(event.requestId);
  });

  if (isLastChatPath) {
    const cid = lastChat(me);
    return <Navigate to={cid ? paths.chat({ cid }) : paths.chats()} replace />;
  }
  return (
    <>
      <Panes
        activePane={openId ? 'main' : 'list'}
        list={<ChatList openId={openId} searchBox={searchBox} />}
        main={
          openId ? (
            <Suspense fallback={<Skeleton variant="lines" rows={5} />}>
              <Conversation key={openId} conversationId={openId} />
            </Suspense>
          ) : (
            <NoneOpen onFindPeople={() => searchBox.current?.focus()} />
          )
        }
        detail={openId && search.has('details') && <ConversationDetails key={openId} conversationId={openId} me={me} />}
      />
      <HistoryRequest open={historyRequest !== ''} requestId={historyRequest} onClose={() => setHistoryRequest('')} />
    </>
  );
}

/** The main pane while no chat is open; screens with one pane show the list instead. */
function NoneOpen({ onFindPeople }: { onFindPeople(): void }) {
  const hasTwoPanes = useHasTwoPanes();
  const live = useLive((db) => db.conversations.where({ spaceId: '' }).limit(1).primaryKeys(), []);
  if (live.status !== 'ready' || !hasTwoPanes) return null;
  return live.rows.length === 0 ? (
    <LazyFirstSteps onFindPeople={onFindPeople} />
  ) : (
    <EmptyState
      Icon={ChatsIcon}
      title={words.noneOpen}
      text={words.noneOpenHint}
      action={<Button onClick={onFindPeople}>{words.newChat}</Button>}
    />
  );
}
