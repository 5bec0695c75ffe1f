// Lets only one player play at a time.
import { type RefObject, useEffect } from 'react';

/** Pauses `player` when another one on the page starts. */
export function useExclusivePlayback(player: RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const handlePlay = ({ target }: Event) => {
      if (target !== player.current) player.current?.pause();
    };
    // Media events do not bubble, but they can be captured.
    document.addEventListener('play', handlePlay, true);
    return () => document.removeEventListener('play', handlePlay, true);
  }, [player]);
}
