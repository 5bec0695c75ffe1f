// Whether `Panes` has room for both of its panes, so that the content of a hidden one need not be rendered.
import { useSyncExternalStore } from 'react';

/** The same breakpoint as in Panes.module.css. */
const twoPaneQuery = '(min-width: 1024px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(twoPaneQuery);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

const isWideEnough = () => matchMedia(twoPaneQuery).matches;

export const useHasTwoPanes = (): boolean => useSyncExternalStore(subscribe, isWideEnough, () => true);
