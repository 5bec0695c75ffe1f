// The feature 'Template', as the host sees it.
import type { Remote } from '@amber/client/remote';
import { SpacesIcon } from '@amber/ui/icons';
import { Route, Routes } from 'react-router-dom';
import { of } from 'rxjs';
import { Home } from './Home.tsx';
import { strings } from './strings.ts';

const Screens = () => (
  <Routes>
    <Route path="/template" element={<Home />} />
  </Routes>
);

export default { title: strings.title, icon: SpacesIcon, badge$: of(0), Routes: Screens } satisfies Remote;
