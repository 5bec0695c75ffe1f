// Lets one player be heard at a time.
import { type RefObject, useEffect } from 'react';

/** `player` stops when another one on the page begins. */
export function useExclusivePlayback(player: RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const handlePlay = ({ target }: Event) => {
      if (target !== player.current) player.current?.pause();
    };
    // A player's events do not bubble, but they can be captured.
    document.addEventListener('play', handlePlay, true);
    return () => document.removeEventListener('play', handlePlay, true);
  }, [player]);
}
