// The feature 'Spaces', as the host sees it.
import { paths } from '@amber/client/paths';
import type { Remote } from '@amber/client/remote';
import { SpacesIcon } from '@amber/ui/icons';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { of } from 'rxjs';
import { Discover } from './Discover.tsx';
import { SpacePage } from './SpacePage.tsx';
import { strings } from './strings.ts';

const ToDiscover = () => <Navigate to={paths.discover()} replace />;

const ToSpace = () => <Navigate to={paths.space({ sid: useParams()['id'] ?? '' })} replace />;

const Screens = () => (
  <Routes>
    <Route path="/channels/recommend" element={<Discover />} />
    <Route path="/channels/recommend/:sid" element={<SpacePage />} />
    <Route path="/channels/create" element={<ToDiscover />} />
    <Route path="/channels/:sid" element={<SpacePage />} />
    <Route path="/spaces/:id/join" element={<ToSpace />} />
    <Route path="*" element={<ToDiscover />} />
  </Routes>
);

export default { title: strings.spaces, icon: SpacesIcon, badge$: of(0), Routes: Screens } satisfies Remote;
