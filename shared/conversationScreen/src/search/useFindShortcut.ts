// The keyboard shortcut Ctrl+F or Cmd+F, which searches the open chat; with Shift, all chats.
import { useKeyDown } from '@amber/ui/useKeyDown';

/** Listens on the window; `withShift` selects the shortcut with Shift. */
export function useFindShortcut(find: () => void, withShift = false): void {
  useKeyDown((event) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (key.toLowerCase() !== 'f' || altKey || shiftKey !== withShift || !(ctrlKey || metaKey)) return;
    // The shortcut is disabled while a dialog is open.
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    find();
  });
}
