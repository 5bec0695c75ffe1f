// The entry point of the feature 'Spaces' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as conversation } from '@amber/conversation/translations';
import { translations as conversationScreen } from '@amber/conversation-screen/translations';
import { translations as ui } from '@amber/ui/translations';
import { paths } from '@amber/client/paths';
import { lazyScreen, type Remote } from '@amber/client/remote';
import { unreadBadge$ } from '@amber/client/unreadBadge';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { AboutSpace } from './joining/AboutSpace.tsx';
import { Discover } from './discover/Discover.tsx';
import { JoinSpace } from './joining/JoinSpace.tsx';
import { LazyConversation } from './LazyConversation.ts';
import { translations as own } from './words/gen/translations.ts';

const SpaceHome = lazyScreen(async () => {
  // At the same time: a room that is opened by its address needs both.
  const conversation = LazyConversation.prime().catch(() => {}); // its own rendering tries again
  const { SpaceHome } = await import(/* webpackChunkName: "space" */ './SpaceHome.tsx');
  await conversation;
  return SpaceHome;
});
const CreateSpace = lazyScreen(
  async () => (await import(/* webpackChunkName: "forms" */ './settings/CreateSpace.tsx')).CreateSpace,
);
const SpaceSettings = lazyScreen(
  async () => (await import(/* webpackChunkName: "forms" */ './settings/SpaceSettings.tsx')).SpaceSettings,
);
const InviteToSpace = lazyScreen(
  async () => (await import(/* webpackChunkName: "forms" */ './joining/InviteToSpace.tsx')).InviteToSpace,
);

const ToDiscover = () => <Navigate to={paths.discover()} replace />;

/** A screen of one space, remounted for each. */
function SpaceScreen({ Screen }: { Screen: ComponentType<{ sid: string }> }) {
  const { sid = '' } = useParams();
  return <Screen key={sid} sid={sid} />;
}

/** Shown while the code of a space is loading. */
function SpaceSkeleton() {
  const { cid } = useParams();
  return (
    <Panes
      activePane={cid ? 'main' : 'list'}
      list={<Skeleton rows={8} />}
      main={<Skeleton variant="lines" rows={5} />}
    />
  );
}

const Screens = () => (
  <Suspense fallback={<Skeleton rows={8} />}>
    <Routes>
      <Route path="/channels/recommend" element={<Discover />} />
      <Route path="/channels/recommend/:sid" element={<SpaceScreen Screen={AboutSpace} />} />
      <Route path="/channels/create" element={<CreateSpace />} />
      <Route path="/channels/setting/:sid" element={<SpaceScreen Screen={SpaceSettings} />} />
      <Route path="/channels/invite/:sid" element={<SpaceScreen Screen={InviteToSpace} />} />
      <Route
        path="/channels/:sid/:cid?"
        element={
          <Suspense fallback={<SpaceSkeleton />}>
            <SpaceScreen Screen={SpaceHome} />
          </Suspense>
        }
      />
      <Route path="/spaces/:sid/join" element={<SpaceScreen Screen={JoinSpace} />} />
      <Route path="*" element={<ToDiscover />} />
    </Routes>
  </Suspense>
);

export default {
  badge$: unreadBadge$('spaces'),
  Routes: Screens,
  loadWords: () => loadWords(own, client, conversation, conversationScreen, ui),
} satisfies Remote;
