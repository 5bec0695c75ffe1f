// The entry point of the feature 'Template' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import type { Remote } from '@amber/client/remote';
import { Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { Home } from './Home.tsx';
import { translations as own } from './words/gen/translations.ts';

const Screens = () => (
  <Routes>
    <Route path="/template" element={<Home />} />
  </Routes>
);

export default {
  badge$: of(0),
  Routes: Screens,
  loadWords: () => loadWords(own, client, ui),
} satisfies Remote;
