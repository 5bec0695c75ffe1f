// The player of this page, connected to its document.
import { session$ } from '@amber/client/session';
import { distinctUntilChanged, map } from 'rxjs';
import { createPlayer } from './player.ts';
import { playerState$ } from './playerState.ts';

const audio = document.createElement('audio');
document.body.append(audio);

export const player = createPlayer({ state$: playerState$, audio, page: document, urls: URL });

// Another account must not see what the previous one has listened to.
session$
  .pipe(
    map((session) => session?.identifier),
    distinctUntilChanged(),
  )
  .subscribe(() => player.stop());
