// A hook for keyboard shortcuts of the whole page.
import { useEffect, useEffectEvent } from 'react';

/** Listens on the window while the component is mounted. `onKeyDown` need not be stable. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
