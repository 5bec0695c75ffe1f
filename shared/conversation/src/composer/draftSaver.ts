// Saves a draft with a debounce.
import { limits } from '@amber/proto/limits';

interface DraftSaverPorts {
  save(text: string): void;
  delay?: number;
}

/**
 * Returns a saver for one conversation. `delay` is in milliseconds. `flush` saves a pending draft at once; call it
 * before the page unloads.
 */
export function createDraftSaver({ save, delay = limits.draftDebounce }: DraftSaverPorts) {
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
      timer = setTimeout(flush, delay);
    },
    flush,
  };
}
