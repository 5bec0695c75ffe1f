// Takes a release that has failed out of this session, and tells of it.
import type { Release } from '@amber/proto';
import { quarantine, report } from './federation.ts';
import { noteFault } from './recentFaults.ts';
import type { Feature } from './routes.ts';

/** Files that did not come; anything else is the remote's own failure. */
const loadFailures: readonly string[] = ['error', 'timeout', 'missing', 'slow', 'CSS_CHUNK_LOAD_FAILED'];

const reportIds = new Map<Feature, string>();

/** `type` is a word of loadError.ts, `slow`, or `hung`. A release that has been refused already stays so. */
export function refuse(feature: Feature, { version }: Release, type: string): void {
  if (quarantine.has(feature, version)) return;
  const id = crypto.randomUUID().slice(0, 8);
  reportIds.set(feature, id);
  quarantine.add(feature, version);
  report({ remote: feature, version, kind: loadFailures.includes(type) ? 'error' : 'crash', type });
  noteFault(`${feature}@${version} ${type} ${id}`);
}

/** Under which the support bundle has the feature's last failure. */
export const reportIdOf = (feature: Feature): string | undefined => reportIds.get(feature);
