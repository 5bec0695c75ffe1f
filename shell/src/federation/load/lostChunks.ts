// A file that was asked for outside of a render and did not come: told to the gateway and to the user, instead of nobody.
import { showToast } from '@amber/client/engine';
import { recordFault } from '../../kit/recentFaults.ts';
import { words } from '../../words/gen/app.ts';
import type { Chooser } from '../choose/chooser.ts';
import type { Report } from '../report/report.ts';
import { failureTypeOf } from './loadError.ts';

const releasePath = /\/chat\/remotes\/([^/]+)\/([^/]+)\//;

/** The address that an error of the chunk loader names. */
const requestOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'request' in thrown && typeof thrown.request === 'string' ? thrown.request : undefined;

interface LostChunksPorts {
  report: Report;
  chooser: Pick<Chooser, 'titleOf'>;
}

/** Returns what takes the reason of a rejection that nobody has handled. Whoever catches the failure of an `import()` has taken care of it. */
export function createLostChunks({ report, chooser }: LostChunksPorts): (thrown: unknown) => void {
  /** The addresses that have been reported: pressing the same button again is no other failure. */
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
