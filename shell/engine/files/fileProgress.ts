// Tells pages how far a file has come.
import type { EngineEvent } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';

export interface FileProgress {
  /** So many percent, told when it is a new whole number. */
  at(percent: number): void;
  /** All of it has come. */
  done(): void;
  /** Nothing is under way any more. */
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
