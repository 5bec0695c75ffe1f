// Saves what is being written, once the writer pauses.
import { limits } from '@amber/proto/limits';

interface DraftSaverPorts {
  save(text: string): void;
  after?: number;
}

/** A saver for one conversation. `flush` saves at once what is waiting; call it before the page goes. */
export function createDraftSaver({ save, after = limits.draftAfter }: DraftSaverPorts) {
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (waiting === undefined) return;
    const text = waiting;
    waiting = undefined;
    save(text);
  };
  return {
    write(text: string) {
      waiting = text;
      clearTimeout(timer);
      timer = setTimeout(flush, after);
    },
    flush,
  };
}
