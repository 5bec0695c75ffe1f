// Ctrl+F, or Cmd+F, searches in the open chat; with Shift everywhere.
import { useEffect, useEffectEvent } from 'react';

/** Listens in the whole page; `everywhere` is the one with Shift. */
export function useFindShortcut(find: () => void, withShift = false): void {
  const run = useEffectEvent(find);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'f' ||
        event.altKey ||
        event.shiftKey !== withShift ||
        !(event.ctrlKey || event.metaKey)
      )
        return;
      // A dialog has the keys to itself.
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [withShift]);
}
