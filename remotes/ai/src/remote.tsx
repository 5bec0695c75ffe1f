// The feature 'AI', as the host sees it.
import { paths } from '@amber/client/paths';
import type { Remote } from '@amber/client/remote';
import { AiIcon } from '@amber/ui/icons';
import { Navigate, Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { BotList } from './BotList.tsx';
import { BotPage } from './BotPage.tsx';
import { strings } from './strings.ts';

const ToList = () => <Navigate to={paths.ai()} replace />;

const Screens = () => (
  <Routes>
    <Route path="/ai" element={<BotList />} />
    <Route path="/ai/create" element={<ToList />} />
    <Route path="/ai/agent" element={<ToList />} />
    <Route path="/ai/:cid" element={<BotPage />} />
    <Route path="*" element={<ToList />} />
  </Routes>
);

export default { title: strings.ai, icon: AiIcon, badge$: of(0), Routes: Screens } satisfies Remote;
