// The player of this page, connected to its document and to the media keys of the system.
import { session$ } from '@amber/client/session';
import { distinctUntilChanged, map } from 'rxjs';
import { words } from '../words/gen/sound.ts';
import { createMediaSession } from './mediaSession.ts';
import { createPlayer } from './player.ts';
import { playerState$ } from './playerState.ts';

const audio = document.createElement('audio');
document.body.append(audio);

export const player = createPlayer({ state$: playerState$, audio, page: document, urls: URL });

playerState$.subscribe(
  createMediaSession(
    { session: navigator.mediaSession, Metadata: globalThis.MediaMetadata, title: () => words.title },
    { ...player, seekBy: (milliseconds) => player.seek(playerState$.value.at + milliseconds) },
  ),
);

// Another account must not see what the previous one has listened to.
session$
  .pipe(
    map((session) => session?.identifier),
    distinctUntilChanged(),
  )
  .subscribe(() => player.stop());
