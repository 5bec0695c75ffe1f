// Whether `Panes` has room for both of its panes: what is in a hidden one need not be there at all.
import { useSyncExternalStore } from 'react';

/** As in Panes.module.css. */
const twoPaneQuery = '(min-width: 1024px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(twoPaneQuery);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

const isWideEnough = () => matchMedia(twoPaneQuery).matches;

export const useHasTwoPanes = (): boolean => useSyncExternalStore(subscribe, isWideEnough, () => true);
