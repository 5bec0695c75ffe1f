// What this page reads aloud, connected to the engine, to the player of files and to the other tabs.
import { engine, events$, newMessageId } from '@amber/client/hostEngine';
import { live$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { limits } from '@amber/proto/limits';
import { catchError, distinctUntilChanged, EMPTY, filter, map, pairwise, switchMap } from 'rxjs';
import { createBrowserVoice } from './browserVoice.ts';
import { player } from './pagePlayer.ts';
import { createSpeech } from './speech.ts';
import { speechState$ } from './speechState.ts';
import { createVoiceStream } from './voiceStream.ts';

const mediaElements = () => document.querySelectorAll<HTMLMediaElement>('audio, video');

export const speech = createSpeech({
  state$: speechState$,
  player,
  engine,
  events$,
  newId: newMessageId,
  openStream: (listener) =>
    createVoiceStream({ context: new AudioContext({ sampleRate: limits.speechSampleRate }), ...listener }),
  browserVoice: createBrowserVoice({
    synthesis: globalThis.speechSynthesis,
    Utterance: globalThis.SpeechSynthesisUtterance,
    languages: navigator.languages,
  }),
  pauseOthers() {
    player.pause();
    for (const media of mediaElements()) media.pause();
  },
  channel: new BroadcastChannel('amber-speech'),
});

const isSpeechTrack = (id: string | undefined): boolean => id === speechState$.value.track?.id;

player.state$.subscribe(({ track, status }) => {
  if (track && status !== 'paused' && status !== 'failed' && !isSpeechTrack(track.id)) speech.pause();
});
// Media events do not bubble, but they can be captured. The player's own element is handled above.
document.addEventListener(
  'play',
  ({ target }) => {
    if (target instanceof HTMLMediaElement && target.src !== '' && !isSpeechTrack(player.state$.value.track?.id))
      speech.pause();
  },
  true,
);

/** Emits when a message that was there is withdrawn or deleted. */
const whenGone = (id: string) =>
  live$(async (db) => {
    const message = await db.messages.get(id);
    return message !== undefined && !message.withdrawn;
  }, false).pipe(
    pairwise(),
    filter(([was, is]) => was && !is),
    catchError(() => EMPTY), // the database is closed at sign-out
  );

// What is gone is not read on.
speechState$
  .pipe(
    map(({ track }) => track?.id),
    distinctUntilChanged(),
    switchMap((id) => (id === undefined ? EMPTY : whenGone(id))),
  )
  .subscribe(() => speech.stop());

// Another account must not hear what the previous one has listened to.
session$
  .pipe(
    map((session) => session?.identifier),
    distinctUntilChanged(),
  )
  .subscribe(() => speech.stop());
