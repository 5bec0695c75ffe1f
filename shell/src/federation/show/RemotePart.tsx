// A part of the page that a feature fills: its content, a skeleton while it loads, or a notice when it fails.
import { type Remote, retryScreens } from '@amber/client/remote';
import type { PageRelease, Place } from '@amber/proto';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Federation } from '../createFederation.ts';
import { releaseKey } from './slowFiles.ts';
import { SlowNotice, SlowTimer } from './SlowNotice.tsx';
import { failureTypeOf } from '../load/loadError.ts';
import { RemoteMount } from './RemoteMount.tsx';
import type { Feature } from '../registry/Feature.ts';
import { RemoteFallback } from './RemoteFallback.tsx';
import { useFederation } from './useFederation.ts';

type Stage =
  | { status: 'loading'; release: PageRelease }
  | { status: 'ready'; release: PageRelease; remote: Remote }
  | { status: 'failed' };

/** Returns the stage of the best release; one that is already loaded is ready at once. */
function initialStage({ releasesOf, loadedRelease }: Federation, feature: Feature): Stage {
  const [release] = releasesOf(feature);
  if (!release) return { status: 'failed' };
  const remote = loadedRelease(feature, release);
  return remote ? { status: 'ready', release, remote } : { status: 'loading', release };
}

interface RemotePartProps {
  feature: Feature;
  /** Whether a release with this placement has this part. */
  isDeclaredIn(place: Place): boolean;
  /** Shown until the part is loaded. */
  skeleton: ReactNode;
  /** Renders the part. An error that it throws counts as a failure of the release. */
  children(remote: Remote): ReactNode;
}

interface PartProps {
  remote: Remote;
  /** Called before code of the remote renders. */
  onRender(): void;
  children(remote: Remote): ReactNode;
}

const Part = ({ remote, onRender, children }: PartProps) => {
  onRender();
  return children(remote);
};

/**
 * Shows a part by one release, which is chosen when it is visited: a newer registry changes nothing until the next
 * visit.
 * A release that fails is replaced by the next one at the same address, and the last one by a notice.
 */
export function RemotePart({ feature, isDeclaredIn, skeleton, children }: RemotePartProps) {
  const federation = useFederation();
  const { releasesOf, titleOf } = federation;
  const [stage, setStage] = useState(() => initialStage(federation, feature));

  useEffect(() => {
    if (stage.status !== 'loading') return;
    let isCurrent = true;
    const advance = () => isCurrent && setStage(initialStage(federation, feature));
    // The next stage follows from the present state in both cases: the loaded release, or the one after it.
    federation.loadRelease(feature, stage.release).then(advance, async () => {
      // Releases before the previous one are only in the registry's details.
      if (federation.releasesOf(feature).length === 0) await federation.loadDetails();
      advance();
    });
    return () => {
      isCurrent = false;
    };
  }, [federation, feature, stage]);

  const mountingRelease = stage.status === 'ready' ? stage.release : undefined;
  useEffect(() => {
    if (!mountingRelease) return;
    // It has begun before, except where React runs effects twice. The mark ends with the part, also if it never appears.
    federation.beginMounting(feature, mountingRelease);
    return () => federation.endMounting(feature, mountingRelease);
  }, [federation, feature, mountingRelease]);

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
  const fallback = { title: titleOf(feature), onRetry: retry };
  if (stage.status === 'failed' && releasesOf(feature, { evenFailed: true }).length === 0)
    return <RemoteFallback {...fallback} reason="missing" />;
  if (stage.status === 'failed')
    return <RemoteFallback {...fallback} reason="failed" reportId={federation.reportIdOf(feature)} />;
  const { release } = stage;
  if (release.place && !isDeclaredIn(release.place)) return <RemoteFallback {...fallback} reason="needsNewer" />;
  const failOver = (type: string, thrown?: unknown) => {
    federation.quarantineRelease(feature, release, type, thrown);
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
          onFailed={(thrown) => (thrown === 'hung' ? failOver(thrown) : failOver(failureTypeOf(thrown), thrown))}
        >
          <Part remote={stage.remote} onRender={() => federation.beginMounting(feature, release)}>
            {children}
          </Part>
        </RemoteMount>
      )}
    </>
  );
}
