// The parts of the sound service that are loaded when it is first used.
import { engine, newMessageId } from '@amber/client/hostEngine';
import { openMicrophone } from './microphone.ts';
import { player } from './pagePlayer.ts';
import { speech } from './pageSpeech.ts';
import './pageMediaSession.ts';
import { createRecorder } from './recorder.ts';

export { decode } from './decode.ts';
export { player, speech };
export { SmallPlayer } from './SmallPlayer.tsx';

export const recorder = createRecorder({
  openMicrophone,
  engine,
  newId: newMessageId,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  pausePlayback() {
    player.pause();
    speech.pause();
    for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause();
  },
  page: window,
});
