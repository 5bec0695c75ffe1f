// The part of the page that belongs to a feature alone: its screens.
import { accountDb } from '@amber/client/live';
import { limits } from '@amber/proto/limits';
import { isPathMatch } from '@amber/proto/pathRouting';
import { useLocation } from 'react-router-dom';
import type { Federation } from '../createFederation.ts';
import type { Feature } from '../registry/Feature.ts';
import { RemotePart } from './RemotePart.tsx';
import { RemoteSkeleton } from './RemoteSkeleton.tsx';
import { useFederation } from './useFederation.ts';

/** Loads a feature ahead of its first render, so that the page does not go through a skeleton; but not for long. */
export function prime({ loadRemote }: Pick<Federation, 'loadRemote'>, feature: Feature): Promise<unknown> {
  // What it shows first are stored rows. An error is told to whoever reads them.
  accountDb()
    ?.open()
    .catch(() => {});
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.preloadTimeout));
  return Promise.race([loadRemote(feature).catch(() => {}), timeout]);
}

/** The feature's screen at the address. */
export function RemoteArea({ feature }: { feature: Feature }) {
  const { placementOf } = useFederation();
  const { pathname } = useLocation();
  return (
    <RemotePart
      feature={feature}
      isDeclaredIn={({ paths }) => paths.some(({ path }) => isPathMatch(path, pathname))}
      skeleton={<RemoteSkeleton place={placementOf(feature)} pathname={pathname} />}
    >
      {({ Routes }) => <Routes />}
    </RemotePart>
  );
}
