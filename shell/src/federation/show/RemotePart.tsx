// A part of the page that a feature fills: what it shows, a skeleton until then, or what to do when it fails.
import { type Remote, retryScreens } from '@amber/client/remote';
import type { PageRelease, Place } from '@amber/proto';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Federation } from '../createFederation.ts';
import { releaseKey } from './slowFiles.ts';
import { SlowNotice, SlowTimer } from './SlowNotice.tsx';
import { failureTypeOf } from '../load/loadError.ts';
import { RemoteMount } from './RemoteMount.tsx';
import type { Feature } from '../registry/Feature.ts';
import { NeedsNewer, NotOffered, RemoteFallback } from './RemoteFallback.tsx';
import { useFederation } from './useFederation.ts';

type Stage =
  | { status: 'loading'; release: PageRelease }
  | { status: 'ready'; release: PageRelease; remote: Remote }
  | { status: 'failed' };

/** The best release there is: one that has been loaded stands at once. */
function initialStage({ releasesOf, loadedRelease }: Federation, feature: Feature): Stage {
  const [release] = releasesOf(feature);
  if (!release) return { status: 'failed' };
  const remote = loadedRelease(feature, release);
  return remote ? { status: 'ready', release, remote } : { status: 'loading', release };
}

interface RemotePartProps {
  feature: Feature;
  /** Whether a release with this place has this part. */
  isDeclaredIn(place: Place): boolean;
  /** Until it is there. */
  skeleton: ReactNode;
  /** The part. What it throws, the release has failed with. */
  children(remote: Remote): ReactNode;
}

const Part = ({ remote, children }: { remote: Remote; children(remote: Remote): ReactNode }) => children(remote);

/**
 * Shows a part by one release, chosen when it is visited: a newer registry changes nothing until the next visit.
 * A release that fails gives way to the next one on the same address, and the last to a notice.
 */
export function RemotePart({ feature, isDeclaredIn, skeleton, children }: RemotePartProps) {
  const federation = useFederation();
  const { releasesOf, titleOf } = federation;
  const [stage, setStage] = useState(() => initialStage(federation, feature));

  useEffect(() => {
    if (stage.status !== 'loading') return;
    let isCurrent = true;
    const advance = () => isCurrent && setStage(initialStage(federation, feature));
    // Either way the next look is at what there is now: the release, or the one after it.
    federation.loadRelease(feature, stage.release).then(advance, async () => {
      // Releases before the previous one are not in the page.
      if (federation.releasesOf(feature).length === 0) await federation.loadDetails();
      advance();
    });
    return () => {
      isCurrent = false;
    };
  }, [federation, feature, stage]);

  const restart = useCallback(() => {
    retryScreens();
    setStage(initialStage(federation, feature));
  }, [federation, feature]);
  useEffect(() => {
    if (stage.status !== 'failed') return;
    addEventListener('online', restart);
    return () => removeEventListener('online', restart);
  }, [restart, stage]);

  const retry = () => {
    federation.tryAgain(feature);
    restart();
  };
  if (stage.status === 'failed' && releasesOf(feature, { evenFailed: true }).length === 0)
    return <NotOffered title={titleOf(feature)} onRetry={retry} />;
  if (stage.status === 'failed')
    return <RemoteFallback title={titleOf(feature)} onRetry={retry} reportId={federation.reportIdOf(feature)} />;
  const { release } = stage;
  if (release.place && !isDeclaredIn(release.place)) return <NeedsNewer title={titleOf(feature)} onRetry={retry} />;
  const failOver = (type: string) => {
    federation.quarantineRelease(feature, release, type);
    setStage(initialStage(federation, feature));
  };
  const releaseId = releaseKey(feature, release.version);
  const hasPrevious = releasesOf(feature).some(({ version }) => version !== release.version);
  const waiting = (
    <>
      <SlowTimer of={releaseId} />
      {skeleton}
    </>
  );
  return (
    <>
      <SlowNotice
        of={releaseId}
        title={titleOf(feature)}
        onPrevious={hasPrevious ? () => failOver('slow') : undefined}
      />
      {stage.status === 'loading' ? (
        waiting
      ) : (
        <RemoteMount
          key={releaseId}
          fallback={waiting}
          onMounted={() => federation.reportReady(feature, release)}
          onFailed={(thrown) => failOver(thrown === 'hung' ? thrown : failureTypeOf(thrown))}
        >
          <Part remote={stage.remote}>{children}</Part>
        </RemoteMount>
      )}
    </>
  );
}
