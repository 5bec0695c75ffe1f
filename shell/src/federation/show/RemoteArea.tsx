// The part of the page that belongs to a feature alone: its screens.
import { accountDb } from '@amber/client/live';
import { limits } from '@amber/proto/limits';
import { isOf } from '@amber/proto/places';
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
  const late = new Promise((resolve) => setTimeout(resolve, limits.primeWait));
  return Promise.race([loadRemote(feature).catch(() => {}), late]);
}

/** The feature's screen at the address. */
export function RemoteArea({ feature }: { feature: Feature }) {
  const { placeOf } = useFederation();
  const { pathname } = useLocation();
  return (
    <RemotePart
      feature={feature}
      isIn={({ paths }) => paths.some(({ path }) => isOf(path, pathname))}
      skeleton={<RemoteSkeleton place={placeOf(feature)} pathname={pathname} />}
    >
      {({ Routes }) => <Routes />}
    </RemotePart>
  );
}
