// The part of the page that belongs to a feature: its screen, its skeleton, or what to do when it fails.
import type { Remote } from '@amber/client/remote';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { loadRemote } from './remotes.ts';
import type { Feature } from './routes.ts';
import { RemoteFallback } from './screens/RemoteFallback.tsx';
import { RemoteSkeleton } from './screens/RemoteSkeleton.tsx';
import { strings } from './screens/strings.ts';

/** Keeps a feature that throws from taking the page with it. */
class Boundary extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

type Loaded = { status: 'loading' } | { status: 'ready'; remote: Remote } | { status: 'failed' };

/** A remote that was loaded before the first render is shown at once. */
const primed = new Map<Feature, Remote>();

/** Loads a feature ahead of its first render, so that the page does not go through a skeleton. */
export const prime = (feature: Feature): Promise<void> =>
  loadRemote(feature).then((remote) => void primed.set(feature, remote), () => {});

export function RemoteArea({ feature }: { feature: Feature }) {
  const ready = primed.get(feature);
  const [loaded, setLoaded] = useState<Loaded>(ready ? { status: 'ready', remote: ready } : { status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (primed.has(feature)) return; // a loaded feature stays
    let wanted = true;
    loadRemote(feature).then(
      (remote) => {
        primed.set(feature, remote);
        if (wanted) setLoaded({ status: 'ready', remote });
      },
      () => wanted && setLoaded({ status: 'failed' }),
    );
    return () => { wanted = false; };
  }, [feature, attempt]);

  const retry = () => {
    setLoaded((now) => (now.status === 'ready' ? now : { status: 'loading' }));
    setAttempt((now) => now + 1);
  };
  const fallback = <RemoteFallback title={strings.features[feature]} onRetry={retry} />;
  if (loaded.status === 'failed') return fallback;
  if (loaded.status === 'loading') return <RemoteSkeleton />;
  const { Routes } = loaded.remote;
  // Another attempt is another boundary: the failed one would stay failed.
  return <Boundary key={attempt} fallback={fallback}><Routes /></Boundary>;
}
