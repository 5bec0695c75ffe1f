// The entry point of the feature 'Moments' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as conversationScreen } from '@amber/conversation-screen/translations';
import { translations as ui } from '@amber/ui/translations';
import { lazyScreen, type Remote } from '@amber/client/remote';
import { Skeleton } from '@amber/ui/Skeleton';
import { type ComponentType, Suspense } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { distinctUntilChanged, map } from 'rxjs';
import { Moments } from './pages/Moments.tsx';
import { countUnseenGroups, notifications$ } from './news/notifications.ts';
import { translations as own } from './words/gen/translations.ts';

const MomentPage = lazyScreen(
  async () => (await import(/* webpackChunkName: "moment" */ './pages/MomentPage.tsx')).MomentPage,
);
const importPerson = () => import(/* webpackChunkName: "others" */ './pages/PersonMoments.tsx');
const PersonMoments = lazyScreen(async () => (await importPerson()).PersonMoments);
const PersonTab = lazyScreen(async () => (await importPerson()).PersonTab);
const importSpace = () => import(/* webpackChunkName: "others" */ './pages/SpaceMoments.tsx');
const SpaceMoments = lazyScreen(async () => (await importSpace()).SpaceMoments);
const SpaceTab = lazyScreen(async () => (await importSpace()).SpaceTab);
const Notifications = lazyScreen(
  async () => (await import(/* webpackChunkName: "news" */ './news/Notifications.tsx')).Notifications,
);
const Settings = lazyScreen(
  async () => (await import(/* webpackChunkName: "settings" */ './news/MomentSettings.tsx')).MomentSettings,
);

/** A screen that is remounted when its parameter changes. */
function KeyedScreen<Name extends string>({
  name,
  Screen,
}: {
  name: Name;
  Screen: ComponentType<Record<Name, string>>;
}) {
  const { [name]: value = '' } = useParams<Name>() as Partial<Record<Name, string>>;
  return <Screen key={value} {...({ [name]: value } as Record<Name, string>)} />;
}

const Screens = () => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <Routes>
      <Route path="/moments/by/:identifier" element={<KeyedScreen name="identifier" Screen={PersonMoments} />} />
      <Route path="/moments/in/:sid" element={<KeyedScreen name="sid" Screen={SpaceMoments} />} />
      <Route path="/moments/news" element={<Notifications />} />
      <Route path="/moments/:blogId" element={<KeyedScreen name="blogId" Screen={MomentPage} />} />
      <Route path="*" element={<Moments />} />
    </Routes>
  </Suspense>
);

export default {
  badge$: notifications$.pipe(map(countUnseenGroups), distinctUntilChanged()),
  Routes: Screens,
  Settings: () => (
    <Suspense fallback={<Skeleton rows={4} variant="lines" />}>
      <Settings />
    </Suspense>
  ),
  Tabs: { profile: PersonTab, space: SpaceTab },
  loadWords: () => loadWords(own, client, conversationScreen, ui),
} satisfies Remote;
