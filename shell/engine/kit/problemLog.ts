// The engine's log: errors on this device, only in words from a fixed list, the last hundred kinds of them.
import type { ProblemEntry } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import { cleanProblem, type NotedProblem } from '@amber/proto/problems';
import { type Observable, Subject } from 'rxjs';

/** What is logged; omitted fields are empty. */
export type Noting = Pick<NotedProblem, 'what'> &
  Partial<NotedProblem> & {
    /** The message it is about. It stays on this device. */
    message?: string;
    /** The gateway has seen it itself. */
    known?: boolean;
  };

export interface ProblemLog {
  /** Logs a problem. The caller may lie: only words from the list are kept. */
  note(problem: Noting): void;
  /** Those to be reported to the gateway, as they are logged. */
  noted$: Observable<NotedProblem>;
  /** The oldest first; a repeated problem is counted, not listed again. */
  entries(): ProblemEntry[];
  clear(): void;
}

const messageId = /^[\w-]{24}$/;

/** @param now milliseconds since 1970 */
export function createProblemLog(now: () => number): ProblemLog {
  const kept = new Map<string, ProblemEntry>();
  const noted$ = new Subject<NotedProblem>();
  return {
    noted$,
    note({ message = '', known = false, ...given }) {
      const problem = cleanProblem({ code: '', about: '', request: '', ...given });
      const key = `${problem.what} ${problem.code} ${problem.about}`;
      const count = (kept.get(key)?.count ?? 0) + 1;
      kept.delete(key);
      kept.set(key, { ...problem, message: messageId.test(message) ? message : '', count, time: now() });
      if (kept.size > limits.problemsKept) kept.delete(kept.keys().next().value!);
      if (!known) noted$.next(problem);
    },
    entries: () => [...kept.values()],
    clear: () => kept.clear(),
  };
}
