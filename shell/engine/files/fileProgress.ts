// Emits the progress of a file transfer to pages.
import type { EngineEvent } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';

export interface FileProgress {
  /** Takes a percentage and emits it when its whole number changes. */
  update(percent: number): void;
  /** Emits that the transfer is complete. */
  complete(): void;
  /** Emits that no transfer is in progress any more. */
  clear(): void;
}

export function createFileProgress(
  emit: (event: EngineEvent) => void,
  id: string,
  doing: 'upload' | 'download',
): FileProgress {
  let lastPercent: number | undefined;
  const emitPercent = (percent: number) => {
    if (percent !== lastPercent) emit({ type: 'fileProgress', id, doing, percent: (lastPercent = percent) });
  };
  return {
    update: (percent) => emitPercent(Math.min(limits.downloadProgressCap, Math.max(0, Math.floor(percent)))),
    complete: () => emitPercent(100),
    clear: () => emitPercent(-1),
  };
}
