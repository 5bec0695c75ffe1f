// Whether `Panes` has room for both of its panes: what is in a hidden one need not be there at all.
import { useSyncExternalStore } from 'react';

/** As in Panes.module.css. */
const room = '(min-width: 1024px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(room);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

const hasRoom = () => matchMedia(room).matches;

export const useTwoPanes = (): boolean => useSyncExternalStore(subscribe, hasRoom, () => true);
