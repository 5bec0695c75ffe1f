// Runs a function whenever the connection opens.
import { engineState$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import { distinctUntilChanged, filter, map } from 'rxjs';

/** Emits when the connection opens: true for the first time that a subscriber sees it open. */
export const connected$ = engineState$.pipe(
  map((state) => state?.connection.status === 'open'),
  distinctUntilChanged(),
  filter(Boolean),
  map((_, index) => index === 0),
);

/**
 * `isFirst`: the component has just mounted or was not connected before. A call that it made when it mounted needs no
 * repetition then, unless it has failed.
 */
export const useConnected = (onConnected: (isFirst: boolean) => void): void => useSubscription(connected$, onConnected);
