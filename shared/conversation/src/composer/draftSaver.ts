// Saves what is being written, once the writer pauses.
import { limits } from '@amber/proto/limits';

interface DraftSaverPorts {
  save(text: string): void;
  delay?: number;
}

/** A saver for one conversation. `flush` saves at once what is waiting; call it before the page goes. */
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
