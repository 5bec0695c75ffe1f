// Whether the controls of the app are those of what is read aloud, or those of the voice message.
import type { PlayerState, SpeechState } from '@amber/client/remote';

const isActive = ({ status }: Pick<PlayerState, 'status'>): boolean => status === 'playing' || status === 'loading';

/** Both may be paused; then what is read aloud comes first. */
export const isSpeechShown = (speech: SpeechState, player: PlayerState): boolean =>
  speech.track !== null &&
  (isActive(speech) || !player.track || !isActive(player) || player.track.id === speech.track.id);
