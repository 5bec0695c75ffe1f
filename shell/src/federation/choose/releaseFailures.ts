// Quarantines a release that failed, and reports it if the release is at fault.
import type { PageRelease } from '@amber/proto';
import { failureKinds, isFailure, isReleaseFault } from '@amber/proto/releaseFailures';
import { recordFault } from '../../kit/recentFaults.ts';
import type { Feature } from '../registry/Feature.ts';
import type { Report } from '../report/report.ts';
import type { Quarantine } from './quarantine.ts';

export interface ReleaseFailuresPorts {
  quarantine: Pick<Quarantine, 'has' | 'add'>;
  report: Report;
  online: {
    /** Whether the browser considers itself online. */
    isOnline(): boolean;
  };
  runtime: {
    /** Makes each remote load its own copy of what the page has loaded with another one. */
    forgetShared(): void;
  };
}

export type ReleaseFailures = ReturnType<typeof createReleaseFailures>;

/** Creates the failure handler, which remembers the report id of each feature's last failure. */
export function createReleaseFailures({ quarantine, report, online, runtime }: ReleaseFailuresPorts) {
  const reportIds = new Map<Feature, string>();

  return {
    /**
     * `type` is a reason of `failureKinds`; any other type counts as a crash of the remote. A release that is already
     * in quarantine remains there. `thrown` is its error, if there is one.
     */
    quarantineRelease(
      feature: Feature,
      { version }: Pick<PageRelease, 'version'>,
      type: string,
      thrown?: unknown,
    ): void {
      // Its files may be missing, and other remotes may have got modules of it: their next release must not.
      runtime.forgetShared();
      if (quarantine.has(feature, version)) return;
      const id = crypto.randomUUID().slice(0, 8);
      reportIds.set(feature, id);
      // A load that fails while the browser is offline is no fault of the release.
      const isPassing = !online.isOnline() && isFailure(type) && !isReleaseFault(type);
      quarantine.add(feature, version, { isPassing });
      const kind = isFailure(type) ? failureKinds[type] : 'crash';
      if (!isPassing) report({ remote: feature, version, kind, type }, thrown);
      recordFault(`${feature}@${version} ${type} ${id}`);
    },

    /** Returns the id of the feature's last failure in the support bundle. */
    reportIdOf: (feature: Feature): string | undefined => reportIds.get(feature),
  };
}
