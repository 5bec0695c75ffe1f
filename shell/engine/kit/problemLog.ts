// The engine's problem log: the last hundred distinct errors on this device, limited to terms of a fixed list.
import type { ProblemEntry } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import { sanitizeProblem, type DeviceProblem } from '@amber/proto/problems';
import { type Observable, Subject } from 'rxjs';

/** A problem to log; omitted fields are empty. */
export type ProblemInput = Pick<DeviceProblem, 'what'> &
  Partial<DeviceProblem> & {
    /** The id of the message that the problem is about. It stays on this device. */
    message?: string;
    /** Whether the gateway has logged the problem itself. */
    known?: boolean;
  };

export interface ProblemLog {
  /** Logs a problem. The caller is not trusted: only terms of the list are stored. */
  log(problem: ProblemInput): void;
  /** Emits the problems to report to the gateway, as they are logged. */
  logged$: Observable<DeviceProblem>;
  /** Returns the entries, oldest first; a repeated problem is counted, not listed again. */
  entries(): ProblemEntry[];
  clear(): void;
}

const messageIdPattern = /^[\w-]{24}$/;

/** @param now returns milliseconds since 1970 */
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
