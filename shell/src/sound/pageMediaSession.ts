// Connects what plays on this page to the media keys of the system.
import { combineLatest } from 'rxjs';
import { words } from '../words/gen/sound.ts';
import { isSpeechShown } from './isSpeechShown.ts';
import { createMediaSession, type ShownState } from './mediaSession.ts';
import { player } from './pagePlayer.ts';
import { speech } from './pageSpeech.ts';

const isSpeech = (): boolean => isSpeechShown(speech.state$.value, player.state$.value);
const shown = () => (isSpeech() ? speech : player);

const showState = createMediaSession(
  {
    session: navigator.mediaSession,
    Metadata: globalThis.MediaMetadata,
    title: () => (isSpeech() ? words.aiVoice : words.title),
  },
  {
    resume: () => shown().resume(),
    pause: () => shown().pause(),
    stop: () => shown().stop(),
    // A voice that is still arriving cannot seek.
    seekBy: (milliseconds) => player.seek(player.state$.value.at + milliseconds),
  },
);

combineLatest([player.state$, speech.state$]).subscribe(([playing, spoken]) => {
  const state: ShownState = isSpeechShown(spoken, playing)
    ? { ...spoken, rate: playing.track?.id === spoken.track?.id ? playing.rate : 1 }
    : playing;
  showState(state);
});
