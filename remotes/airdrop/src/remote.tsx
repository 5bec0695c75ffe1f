// The entry point of the feature 'Airdrop' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as conversationScreen } from '@amber/conversation-screen/translations';
import { translations as ui } from '@amber/ui/translations';
import { paths } from '@amber/client/paths';
import { lazyScreen, type Remote } from '@amber/client/remote';
import { Skeleton } from '@amber/ui/Skeleton';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { CampaignPage } from './CampaignPage.tsx';
import { CampaignList } from './CampaignList.tsx';
import { translations as own } from './words/gen/translations.ts';

const Manage = lazyScreen(async () => (await import(/* webpackChunkName: "manage" */ './manage/Manage.tsx')).Manage);
const Editor = lazyScreen(async () => (await import(/* webpackChunkName: "manage" */ './manage/Editor.tsx')).Editor);
const Results = lazyScreen(async () => (await import(/* webpackChunkName: "manage" */ './manage/Results.tsx')).Results);

const Screens = () => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <Routes>
      <Route path="/airdrop/square" element={<CampaignList />} />
      <Route path="/airdrop/manage" element={<Manage />} />
      <Route path="/airdrop/manage/:id" element={<Editor />} />
      <Route path="/airdrop/manage/:id/results" element={<Results />} />
      <Route path="/airdrop/:id/info" element={<CampaignPage />} />
      <Route path="/airdrop/:id/sinfo" element={<CampaignPage />} />
      <Route path="*" element={<Navigate to={paths.airdrop()} replace />} />
    </Routes>
  </Suspense>
);

export default {
  badge$: of(0),
  Routes: Screens,
  news: {
    campaignNews: async (news) =>
      (await import(/* webpackChunkName: "news" */ './campaignToast.ts')).campaignToast(news),
  },
  loadWords: () => loadWords(own, client, conversationScreen, ui),
} satisfies Remote;
