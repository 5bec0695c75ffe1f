// The state of the player, which exists before its code is loaded.
import type { PlayerState } from '@amber/client/remote';
import { BehaviorSubject } from 'rxjs';

/** The player sets the rate that is stored when its code is loaded: nothing plays, and no rate is shown, before that. */
export const playerState$ = new BehaviorSubject<PlayerState>({
  track: null,
  status: 'paused',
  at: 0,
  duration: 0,
  rate: 1,
});
