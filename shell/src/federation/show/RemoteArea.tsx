// The part of the page that a feature's screens fill.
import { hostDb } from '@amber/client/hostDb';
import { limits } from '@amber/proto/limits';
import { isPathMatch } from '@amber/proto/pathRouting';
import { useLocation } from 'react-router-dom';
import type { Federation } from '../createFederation.ts';
import type { Feature } from '../registry/Feature.ts';
import { RemotePart } from './RemotePart.tsx';
import { RemoteSkeleton } from './RemoteSkeleton.tsx';
import { useFederation } from './useFederation.ts';

/** Preloads a feature before its first render, so that no skeleton appears. Waits for a limited time only. */
export function prime({ loadRemote }: Pick<Federation, 'loadRemote'>, feature: Feature): Promise<unknown> {
  // The feature first shows stored rows. An error appears where they are read.
  hostDb()
    ?.open()
    .catch(() => {});
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.preloadTimeout));
  return Promise.race([loadRemote(feature).catch(() => {}), timeout]);
}

/** Renders the feature's screen for the present address. */
export function RemoteArea({ feature }: { feature: Feature }) {
  const { placementOf } = useFederation();
  const { pathname } = useLocation();
  return (
    <RemotePart
      feature={feature}
      isDeclaredIn={({ paths }) => paths.some(({ path }) => isPathMatch(path, pathname))}
      skeleton={<RemoteSkeleton placement={placementOf(feature)} pathname={pathname} />}
    >
      {({ Routes }) => <Routes />}
    </RemotePart>
  );
}
