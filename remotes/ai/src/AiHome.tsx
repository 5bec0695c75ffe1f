// The pages of the bots: the list, and the chat in the address.
import { lazyScreen } from '@amber/client/remote';
import { useLive } from '@amber/client/live';
import { loadConversation } from '@amber/conversation-screen/loadConversation';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import { useHasTwoPanes } from '@amber/ui/useHasTwoPanes';
import { Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { BotList } from './BotList.tsx';
import { OpenBotChat } from './OpenBotChat.tsx';
import { Usage } from './Usage.tsx';
import { Welcome } from './Welcome.tsx';

/** Loaded separately, so that the list does not wait for it. */
const Conversation = lazyScreen(loadConversation, { ahead: true });

const BotDetails = lazyScreen(
  async () => (await import(/* webpackChunkName: "details" */ './BotDetails.tsx')).BotDetails,
);

/** The pages at /ai and /ai/:cid, where `cid` is a chat, or a bot to open a chat with. */
export function AiHome() {
  const { cid } = useParams();
  const [search] = useSearchParams();
  const live = useLive(async (db) => (cid ? ((await db.conversations.get(cid)) ?? null) : null), [cid]);
  const hasTwoPanes = useHasTwoPanes();
  const chat = live.status === 'ready' && live.rows?.conversionId === cid ? live.rows : null;
  return (
    <Panes
      activePane={cid ? 'main' : 'list'}
      list={<BotList openId={cid}>{!cid && !hasTwoPanes && <Usage />}</BotList>}
      main={
        !cid ? (
          <Welcome>{hasTwoPanes && <Usage />}</Welcome>
        ) : chat ? (
          <Suspense fallback={<Skeleton variant="lines" rows={5} />}>
            <Conversation key={cid} conversationId={cid} />
          </Suspense>
        ) : (
          live.status === 'ready' && <OpenBotChat key={cid} aiBotId={cid} />
        )
      }
      detail={
        chat &&
        search.has('details') && (
          <Suspense fallback={<Skeleton rows={6} />}>
            <BotDetails key={cid} conversation={chat} />
          </Suspense>
        )
      }
    />
  );
}
