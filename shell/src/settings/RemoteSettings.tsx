// A feature's own section of the settings: loaded when it is opened, and its failures stay in it.
import type { Remote } from '@amber/client/remote';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect, useState } from 'react';
import { quarantine } from '../federation/federation.ts';
import { host } from '../federation/late.ts';
import { Waiting } from '../federation/LateNotice.tsx';
import { RemoteFallback } from '../federation/RemoteFallback.tsx';
import { loadRemote, titleOf } from '../federation/remotes.ts';
import type { Feature } from '../routes.ts';
import { ScreenBoundary } from '../frame/ScreenBoundary.tsx';

/** The remote's `Settings`; a notice where it cannot be loaded, or has none. */
export function RemoteSettings({ feature }: { feature: Feature }) {
  const [remote, setRemote] = useState<Remote | 'loading' | 'failed'>('loading');
  useEffect(() => {
    if (remote !== 'loading') return;
    let isWanted = true;
    loadRemote(feature).then(
      (loaded) => isWanted && setRemote(loaded),
      () => isWanted && setRemote('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [feature, remote]);

  if (remote === 'loading')
    return (
      <>
        <Waiting of={host} />
        <Skeleton rows={4} look="lines" />
      </>
    );
  if (remote === 'failed' || !remote.Settings) {
    const retry = () => {
      quarantine.clear(feature);
      setRemote('loading');
    };
    return <RemoteFallback title={titleOf(feature)} onRetry={retry} />;
  }
  return (
    <ScreenBoundary>
      <remote.Settings />
    </ScreenBoundary>
  );
}
