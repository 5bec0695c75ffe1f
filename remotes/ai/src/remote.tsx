// The feature 'AI', as the host sees it.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import { paths } from '@amber/client/paths';
import type { Remote } from '@amber/client/remote';
import { Navigate, Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { BotList } from './BotList.tsx';
import { BotPage } from './BotPage.tsx';
import { translations as own } from './words/gen/translations.ts';

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

export default {
  badge$: of(0),
  Routes: Screens,
  loadWords: () => loadWords(own, client, ui),
} satisfies Remote;
