// Takes a release that has failed out of this session, and tells of it.
import type { PageRelease } from '@amber/proto';
import { failures, isFailure, isOwnFault } from '@amber/proto/failures';
import { quarantine, report } from '../federation.ts';
import { noteFault } from '../../kit/recentFaults.ts';
import type { Feature } from '../registry/Feature.ts';

const reportIds = new Map<Feature, string>();

/** `type` is a reason of the table; any other is the remote's own failure. A release that has been refused already stays so. */
export function refuse(feature: Feature, { version }: PageRelease, type: string): void {
  if (quarantine.has(feature, version)) return;
  const id = crypto.randomUUID().slice(0, 8);
  reportIds.set(feature, id);
  // Without a network nothing can be had: no fault of the release.
  const isPassing = !navigator.onLine && isFailure(type) && !isOwnFault(type);
  quarantine.add(feature, version, { isPassing });
  if (!isPassing) report({ remote: feature, version, kind: isFailure(type) ? failures[type] : 'crash', type });
  noteFault(`${feature}@${version} ${type} ${id}`);
}

/** Under which the support bundle has the feature's last failure. */
export const reportIdOf = (feature: Feature): string | undefined => reportIds.get(feature);
