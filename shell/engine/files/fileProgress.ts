// Tells pages the progress of a file.
import type { EngineEvent } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';

export interface FileProgress {
  /** In percent, sent when the whole number changes. */
  at(percent: number): void;
  /** Complete. */
  done(): void;
  /** No transfer is in progress any more. */
  end(): void;
}

export function fileProgress(
  say: (event: EngineEvent) => void,
  id: string,
  doing: 'upload' | 'download',
): FileProgress {
  let told: number | undefined;
  const tell = (percent: number) => {
    if (percent !== told) say({ type: 'fileProgress', id, doing, percent: (told = percent) });
  };
  return {
    at: (percent) => tell(Math.min(limits.downloadProgressCap, Math.max(0, Math.floor(percent)))),
    done: () => tell(100),
    end: () => tell(-1),
  };
}
