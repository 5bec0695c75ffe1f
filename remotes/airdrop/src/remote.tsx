// The feature 'Airdrop', as the host sees it.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import { paths } from '@amber/client/paths';
import type { Remote } from '@amber/client/remote';
import { Navigate, Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { CampaignPage } from './CampaignPage.tsx';
import { Square } from './Square.tsx';
import { translations as own } from './words/gen/translations.ts';

const Screens = () => (
  <Routes>
    <Route path="/airdrop/square" element={<Square />} />
    <Route path="/airdrop/:id/info" element={<CampaignPage />} />
    <Route path="/airdrop/:id/sinfo" element={<CampaignPage />} />
    <Route path="*" element={<Navigate to={paths.airdrop()} replace />} />
  </Routes>
);

export default {
  badge$: of(0),
  Routes: Screens,
  loadWords: () => loadWords(own, client, ui),
} satisfies Remote;
