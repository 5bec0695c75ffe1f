// Reports errors that a release throws outside of a render, such as in the handler of a button.
import { recordFault } from '../../kit/recentFaults.ts';
import type { Report } from './report.ts';

const releaseFile = /\/chat\/remotes\/([^/\s]+)\/([^/\s]+)\//;

/** Returns a handler for the errors of the page. An error is the release's whose files its stack names first. */
export function createHandlerErrors({ report }: { report: Report }): (thrown: unknown) => void {
  const reported = new Set<string>();

  return (thrown) => {
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    const [, remote, version] = releaseFile.exec(stack ?? '') ?? [];
    if (!remote || !version || reported.has(`${remote}@${version}`)) return;
    reported.add(`${remote}@${version}`);
    recordFault(`${remote}@${version} thrown`);
    report({ remote, version, kind: 'crash', type: 'thrown' });
  };
}
