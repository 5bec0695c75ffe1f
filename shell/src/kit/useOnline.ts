// Whether the browser thinks that there is a network.
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** What the page is rendered with at build. */
const serverSnapshot = () => true;

/** False when there is certainly no network; true guarantees nothing. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine, serverSnapshot);
