// Decides which connection notice is shown; short interruptions are ignored.
import type { EngineState } from '@amber/client/bus';
import { distinctUntilChanged, map, type Observable, of, scan, switchMap, timer } from 'rxjs';

export type ConnectionNotice = '' | 'connecting' | 'reconnecting' | 'disconnected';

const graceTime = 1_000;

interface NoticeState {
  notice: ConnectionNotice;
  wasOpen: boolean;
}

function next({ wasOpen }: NoticeState, state: EngineState | null): NoticeState {
  const connection = state?.connection;
  if (connection?.status === 'open') return { notice: '', wasOpen: true };
  if (connection?.gaveUp) return { notice: 'disconnected', wasOpen };
  return { notice: wasOpen ? 'reconnecting' : 'connecting', wasOpen };
}

/** Emits '' while the connection is open and in the first second of an interruption, and 'disconnected' at once. */
export const connectionNotice = (state$: Observable<EngineState | null>): Observable<ConnectionNotice> =>
  state$.pipe(
    scan(next, { notice: '', wasOpen: false }),
    map(({ notice }) => notice),
    distinctUntilChanged(),
    switchMap((notice) =>
      notice === 'connecting' || notice === 'reconnecting' ? timer(graceTime).pipe(map(() => notice)) : of(notice),
    ),
    distinctUntilChanged(),
  );
