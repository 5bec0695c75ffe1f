// Saves a draft with a debounce.
import { limits } from '@amber/proto/limits';

/** Returns a saver for one conversation. `flush` saves a pending draft at once; call it before the page unloads. */
export function createDraftSaver(save: (text: string) => void) {
  let pendingText: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (pendingText === undefined) return;
    const text = pendingText;
    pendingText = undefined;
    save(text);
  };
  return {
    scheduleSave(text: string) {
      pendingText = text;
      clearTimeout(timer);
      timer = setTimeout(flush, limits.draftDebounce);
    },
    flush,
  };
}
