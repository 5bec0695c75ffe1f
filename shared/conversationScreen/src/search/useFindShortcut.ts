// The keyboard shortcut Ctrl+F or Cmd+F, which searches the open chat; with Shift, all chats.
import { useEffect, useEffectEvent } from 'react';

/** Listens on the window; `withShift` selects the shortcut with Shift. */
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
      // The shortcut is disabled while a dialog is open.
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [withShift]);
}
