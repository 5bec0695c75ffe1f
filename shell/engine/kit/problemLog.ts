// The engine's log: errors on this device, only in words from a fixed list, the last hundred kinds of them.
import type { ProblemEntry } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import { sanitizeProblem, type DeviceProblem } from '@amber/proto/problems';
import { type Observable, Subject } from 'rxjs';

/** What is logged; omitted fields are empty. */
export type ProblemInput = Pick<DeviceProblem, 'what'> &
  Partial<DeviceProblem> & {
    /** The message it is about. It stays on this device. */
    message?: string;
    /** The gateway has seen it itself. */
    known?: boolean;
  };

export interface ProblemLog {
  /** Logs a problem. The caller may lie: only words from the list are kept. */
  log(problem: ProblemInput): void;
  /** Those to be reported to the gateway, as they are logged. */
  logged$: Observable<DeviceProblem>;
  /** The oldest first; a repeated problem is counted, not listed again. */
  entries(): ProblemEntry[];
  clear(): void;
}

const messageIdPattern = /^[\w-]{24}$/;

/** @param now milliseconds since 1970 */
export function createProblemLog(now: () => number): ProblemLog {
  const entriesByKey = new Map<string, ProblemEntry>();
  const logged$ = new Subject<DeviceProblem>();
  return {
    logged$,
    log({ message = '', known = false, ...fields }) {
      const problem = sanitizeProblem({ code: '', about: '', request: '', ...fields });
      const key = `${problem.what} ${problem.code} ${problem.about}`;
      const count = (entriesByKey.get(key)?.count ?? 0) + 1;
      entriesByKey.delete(key);
      entriesByKey.set(key, { ...problem, message: messageIdPattern.test(message) ? message : '', count, time: now() });
      if (entriesByKey.size > limits.problemsKept) entriesByKey.delete(entriesByKey.keys().next().value!);
      if (!known) logged$.next(problem);
    },
    entries: () => [...entriesByKey.values()],
    clear: () => entriesByKey.clear(),
  };
}
