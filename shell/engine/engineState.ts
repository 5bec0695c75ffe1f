// The engine's state and events, as pages receive them.
import type { Connection, EngineEvent, EngineState, StorageProblem } from '@amber/client/bus';
import { BehaviorSubject, Subject } from 'rxjs';
import type { ProblemLog } from './kit/problemLog.ts';

export const closedConnection: Connection = { status: 'closed', gaveUp: false };

/** Creates the initial state, without a session. Errors among the events are logged too. */
export function createEngineState(problemLog: ProblemLog) {
  const events$ = new Subject<EngineEvent>();
  const state$ = new BehaviorSubject<EngineState>({ session: null, connection: closedConnection });
  const mergeState = (change: Partial<EngineState>) => state$.next({ ...state$.value, ...change });
  return {
    events$,
    state$,
    /** Merges these fields into the state. */
    mergeState,
    setStorageProblem(problem: StorageProblem | null) {
      if ((state$.value.storage ?? null) !== problem) mergeState({ storage: problem });
    },
    emit(event: EngineEvent) {
      if (event.type === 'log') problemLog.log(event.problem);
      events$.next(event);
    },
  };
}
