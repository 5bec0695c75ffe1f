// Reports what a release fails to do outside of a render, where otherwise nobody would notice: a chunk that does not load,
// or an error in the handler of a button.
import { showToast } from '@amber/client/hostEngine';
import { recordFault } from '../../kit/recentFaults.ts';
import { words } from '../../words/gen/app.ts';
import type { Chooser } from '../choose/chooser.ts';
import type { ReleaseFailuresPorts } from '../choose/releaseFailures.ts';
import type { Report } from '../report/report.ts';
import { failureTypeOf } from './loadError.ts';

const releasePath = /\/chat\/remotes\/([^/\s]+)\/([^/\s]+)\//;

/** Returns the URL in an error of the chunk loader. */
const requestOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'request' in thrown && typeof thrown.request === 'string' ? thrown.request : undefined;

interface LostChunksPorts {
  report: Report;
  chooser: Pick<Chooser, 'titleOf'>;
  online: ReleaseFailuresPorts['online'];
}

export function createLostChunks({ report, chooser, online }: LostChunksPorts) {
  /** The reported URLs and stacks' releases, because pressing the same button again is not another failure. */
  const reported = new Set<string>();

  function reportOnce(
    key: string,
    [, remote, version]: readonly string[],
    kind: 'error' | 'crash',
    type: string,
    thrown: unknown,
  ): void {
    if (reported.has(key)) return;
    reported.add(key);
    recordFault(`${remote ? `${remote}@${version}` : 'host'} ${type}`);
    if (remote && version) report({ remote, version, kind, type }, thrown);
  }

  return {
    /**
     * Handles the reasons of unhandled promise rejections. Code that catches the failure of an `import()` handles it
     * itself.
     */
    reportLostChunk(thrown: unknown): void {
      const request = requestOf(thrown);
      if (request === undefined) return;
      const found = releasePath.exec(request) ?? [];
      const [, remote] = found;
      showToast('error', words.remote.partFailed({ title: remote ? chooser.titleOf(remote) : words.app }));
      // A chunk that does not load while the browser is offline is no fault of the release.
      if (online.isOnline()) reportOnce(request, found, 'error', failureTypeOf(thrown), thrown);
    },

    /** Handles an error that was thrown outside of a render: it is the release's whose files its stack names first. */
    reportHandlerError(thrown: unknown): void {
      const found = releasePath.exec((thrown instanceof Error && thrown.stack) || '');
      if (found) reportOnce(found[0], found, 'crash', 'thrown', thrown);
    },
  };
}
