// Lets one player be heard at a time.
import { type RefObject, useEffect } from 'react';

/** `player` stops when another one on the page begins. */
export function useOnlySound(player: RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const began = ({ target }: Event) => {
      if (target !== player.current) player.current?.pause();
    };
    // Players tell this to nobody around them, but those around can listen in.
    document.addEventListener('play', began, true);
    return () => document.removeEventListener('play', began, true);
  }, [player]);
}
