// Decides whether a release is at fault for a failure, and takes it out of this session either way.
import type { PageRelease } from '@amber/proto';
import { failureKinds, isFailure, isReleaseFault } from '@amber/proto/releaseFailures';
import { recordFault } from '../../kit/recentFaults.ts';
import type { Feature } from '../registry/Feature.ts';
import type { Report } from '../report/report.ts';
import type { Quarantine } from './quarantine.ts';

interface ReleaseFailuresPorts {
  quarantine: Pick<Quarantine, 'has' | 'add'>;
  report: Report;
  online: {
    /** Whether the browser thinks that there is a network. */
    isOnline(): boolean;
  };
}

export type ReleaseFailures = ReturnType<typeof createReleaseFailures>;

/** Remembers under which id each feature's last failure was noted. */
export function createReleaseFailures({ quarantine, report, online }: ReleaseFailuresPorts) {
  const reportIds = new Map<Feature, string>();

  return {
    /** `type` is a reason of the table; any other is the remote's own failure. A release that has failed already stays so. */
    quarantineRelease(feature: Feature, { version }: Pick<PageRelease, 'version'>, type: string): void {
      if (quarantine.has(feature, version)) return;
      const id = crypto.randomUUID().slice(0, 8);
      reportIds.set(feature, id);
      // Without a network nothing can be had: no fault of the release.
      const isPassing = !online.isOnline() && isFailure(type) && !isReleaseFault(type);
      quarantine.add(feature, version, { isPassing });
      if (!isPassing) report({ remote: feature, version, kind: isFailure(type) ? failureKinds[type] : 'crash', type });
      recordFault(`${feature}@${version} ${type} ${id}`);
    },

    /** Under which the support bundle has the feature's last failure. */
    reportIdOf: (feature: Feature): string | undefined => reportIds.get(feature),
  };
}
