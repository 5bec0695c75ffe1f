// The feature 'Airdrop', as the host sees it.
import { paths } from '@amber/client/paths';
import type { Remote } from '@amber/client/remote';
import { AirdropIcon } from '@amber/ui/icons';
import { Navigate, Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { CampaignPage } from './CampaignPage.tsx';
import { Square } from './Square.tsx';
import { strings } from './strings.ts';

const Screens = () => (
  <Routes>
    <Route path="/airdrop/square" element={<Square />} />
    <Route path="/airdrop/:id/info" element={<CampaignPage />} />
    <Route path="/airdrop/:id/sinfo" element={<CampaignPage />} />
    <Route path="*" element={<Navigate to={paths.airdrop()} replace />} />
  </Routes>
);

export default { title: strings.airdrop, icon: AirdropIcon, badge$: of(0), Routes: Screens } satisfies Remote;
