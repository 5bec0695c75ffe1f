// The feature 'Moments', as the host sees it.
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
import { countUnseen, news$ } from './news/news.ts';
import { translations as own } from './words/gen/translations.ts';

const MomentPage = lazyScreen(
  async () => (await import(/* webpackChunkName: "moment" */ './pages/MomentPage.tsx')).MomentPage,
);
const PersonMoments = lazyScreen(
  async () => (await import(/* webpackChunkName: "others" */ './pages/PersonMoments.tsx')).PersonMoments,
);
const SpaceMoments = lazyScreen(
  async () => (await import(/* webpackChunkName: "others" */ './pages/SpaceMoments.tsx')).SpaceMoments,
);
const PersonTab = lazyScreen(
  async () => (await import(/* webpackChunkName: "others" */ './pages/PersonMoments.tsx')).PersonTab,
);
const SpaceTab = lazyScreen(
  async () => (await import(/* webpackChunkName: "others" */ './pages/SpaceMoments.tsx')).SpaceTab,
);
const News = lazyScreen(async () => (await import(/* webpackChunkName: "news" */ './news/News.tsx')).News);
const Settings = lazyScreen(
  async () => (await import(/* webpackChunkName: "settings" */ './news/MomentSettings.tsx')).MomentSettings,
);

/** A screen of one thing, remounted for each. */
function Of<Name extends string>({ name, Screen }: { name: Name; Screen: ComponentType<Record<Name, string>> }) {
  const { [name]: value = '' } = useParams<Name>() as Partial<Record<Name, string>>;
  return <Screen key={value} {...({ [name]: value } as Record<Name, string>)} />;
}

const Screens = () => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <Routes>
      <Route path="/moments/by/:identifier" element={<Of name="identifier" Screen={PersonMoments} />} />
      <Route path="/moments/in/:sid" element={<Of name="sid" Screen={SpaceMoments} />} />
      <Route path="/moments/news" element={<News />} />
      <Route path="/moments/:blogId" element={<Of name="blogId" Screen={MomentPage} />} />
      <Route path="*" element={<Moments />} />
    </Routes>
  </Suspense>
);

export default {
  badge$: news$.pipe(map(countUnseen), distinctUntilChanged()),
  Routes: Screens,
  Settings: () => (
    <Suspense fallback={<Skeleton rows={4} look="lines" />}>
      <Settings />
    </Suspense>
  ),
  Tabs: { profile: PersonTab, space: SpaceTab },
  loadWords: () => loadWords(own, client, conversationScreen, ui),
} satisfies Remote;
