// The part of the page that belongs to a feature: its screen, its skeleton, or what to do when it fails.
import { type Remote, retryScreens } from '@amber/client/remote';
import type { PageRelease } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { isOf } from '@amber/proto/places';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loadDetails } from './details.ts';
import { quarantine } from './federation.ts';
import { releaseKey } from './late.ts';
import { LateNotice } from './LateNotice.tsx';
import { kindOf } from './loadError.ts';
import { loadedRelease, loadRelease, releaseStands } from './loadRelease.ts';
import { refuse, reportIdOf } from './refuse.ts';
import { RemoteMount } from './RemoteMount.tsx';
import { loadRemote, releasesOf, titleOf } from './remotes.ts';
import type { Feature } from '../routes.ts';
import { NeedsNewer, NotOffered, RemoteFallback } from './RemoteFallback.tsx';
import { RemoteSkeleton } from './RemoteSkeleton.tsx';

type Stage =
  | { status: 'loading'; release: PageRelease }
  | { status: 'ready'; release: PageRelease; remote: Remote }
  | { status: 'failed' };

/** The best release there is: one that has been loaded stands at once. */
function begin(feature: Feature): Stage {
  const [release] = releasesOf(feature);
  if (!release) return { status: 'failed' };
  const remote = loadedRelease(feature, release);
  return remote ? { status: 'ready', release, remote } : { status: 'loading', release };
}

/** Loads a feature ahead of its first render, so that the page does not go through a skeleton; but not for long. */
export const prime = (feature: Feature): Promise<unknown> =>
  Promise.race([loadRemote(feature).catch(() => {}), new Promise((resolve) => setTimeout(resolve, limits.primeWait))]);

/**
 * Shows a feature by one release, chosen when it is visited: a newer registry changes nothing until the next visit.
 * A release that fails gives way to the next one on the same address, and the last to a notice.
 */
export function RemoteArea({ feature }: { feature: Feature }) {
  const [stage, setStage] = useState(() => begin(feature));
  const { pathname } = useLocation();

  useEffect(() => {
    if (stage.status !== 'loading') return;
    let isWanted = true;
    const goOn = () => isWanted && setStage(begin(feature));
    // Either way the next look is at what there is now: the release, or the one after it.
    loadRelease(feature, stage.release).then(goOn, async () => {
      // Releases before the previous one are not in the page.
      if (releasesOf(feature).length === 0) await loadDetails();
      goOn();
    });
    return () => {
      isWanted = false;
    };
  }, [feature, stage]);

  const retry = () => {
    quarantine.clear(feature);
    retryScreens();
    setStage(begin(feature));
  };
  if (stage.status === 'failed' && releasesOf(feature, { evenFailed: true }).length === 0)
    return <NotOffered title={titleOf(feature)} onRetry={retry} />;
  if (stage.status === 'failed')
    return <RemoteFallback title={titleOf(feature)} onRetry={retry} reportId={reportIdOf(feature)} />;
  const { release } = stage;
  if (release.place && !release.place.paths.some(({ path }) => isOf(path, pathname)))
    return <NeedsNewer title={titleOf(feature)} onRetry={retry} />;
  const giveUp = (type: string) => {
    refuse(feature, release, type);
    setStage(begin(feature));
  };
  const of = releaseKey(feature, release.version);
  const hasPrevious = releasesOf(feature).some(({ version }) => version !== release.version);
  return (
    <>
      <LateNotice of={of} title={titleOf(feature)} onPrevious={hasPrevious ? () => giveUp('slow') : undefined} />
      {stage.status === 'loading' ? (
        <RemoteSkeleton key={of} of={of} />
      ) : (
        <RemoteMount
          key={of}
          of={of}
          Routes={stage.remote.Routes}
          onStanding={() => releaseStands(feature, release)}
          onFailed={(thrown) => giveUp(thrown === 'hung' ? thrown : kindOf(thrown))}
        />
      )}
    </>
  );
}
