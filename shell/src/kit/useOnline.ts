// Whether the browser considers itself online.
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** The value for prerendering at build time. */
const serverSnapshot = () => true;

/** False when there is certainly no network; true guarantees nothing. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine, serverSnapshot);
