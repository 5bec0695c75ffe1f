// Reports a chunk that failed to load outside of a render to the gateway and the user; otherwise nobody would notice.
import { showToast } from '@amber/client/engine';
import { recordFault } from '../../kit/recentFaults.ts';
import { words } from '../../words/gen/app.ts';
import type { Chooser } from '../choose/chooser.ts';
import type { Report } from '../report/report.ts';
import { failureTypeOf } from './loadError.ts';

const releasePath = /\/chat\/remotes\/([^/]+)\/([^/]+)\//;

/** Returns the URL in an error of the chunk loader. */
const requestOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'request' in thrown && typeof thrown.request === 'string' ? thrown.request : undefined;

interface LostChunksPorts {
  report: Report;
  chooser: Pick<Chooser, 'titleOf'>;
}

/**
 * Returns a handler for the reasons of unhandled promise rejections. Code that catches the failure of an `import()`
 * handles it itself.
 */
export function createLostChunks({ report, chooser }: LostChunksPorts): (thrown: unknown) => void {
  /** The reported URLs, because pressing the same button again is not another failure. */
  const reported = new Set<string>();

  return (thrown) => {
    const request = requestOf(thrown);
    if (request === undefined) return;
    const [, remote, version] = releasePath.exec(request) ?? [];
    showToast('error', words.remote.partFailed({ title: remote ? chooser.titleOf(remote) : words.app }));
    if (reported.has(request)) return;
    reported.add(request);
    const type = failureTypeOf(thrown);
    recordFault(`${remote ? `${remote}@${version}` : 'host'} ${type}`);
    if (remote && version) report({ remote, version, kind: 'error', type });
  };
}
