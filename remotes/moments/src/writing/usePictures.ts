// The pictures being added to a moment, stored until it is posted.
import { engine, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { readDraftPictures, type PendingPicture } from '@amber/client/moments';
import { showError } from '@amber/client/showError';
import { limits } from '@amber/proto/limits';
import { useEffect, useRef, useState } from 'react';
import { words } from '../words/gen/pictures.ts';

export interface AddedPictures {
  list: readonly PendingPicture[];
  /** Whether files are being opened. */
  busy: boolean;
  /** Adds the files, and shows a toast about those that cannot be added. */
  add(files: readonly Blob[]): Promise<void>;
  describe(index: number, alt: string): void;
  remove(index: number): void;
  clear(): void;
}

const none: readonly PendingPicture[] = [];

/** `spaceId`: the space that the box belongs to; '' for the general one. */
export function usePictures(spaceId: string): AddedPictures {
  const live = useLive((db) => readDraftPictures(db, spaceId), [spaceId]);
  const stored = live.status === 'ready' ? live.rows : none;
  /** Null until something is changed here. */
  const [changed, setChanged] = useState<readonly PendingPicture[] | null>(null);
  const [opening, setOpening] = useState(0);
  const list = changed ?? stored;
  const latest = useRef(stored);
  useEffect(() => {
    latest.current = stored;
  }, [stored]);
  const setList = (change: (now: readonly PendingPicture[]) => readonly PendingPicture[]) =>
    setChanged((now) => change(now ?? latest.current));
  useEffect(() => {
    // Pictures that cannot be stored last as long as the page.
    if (changed) void engine.moments({ what: 'keepPictures', spaceId, pictures: [...changed] }).catch(() => {});
  }, [changed, spaceId]);

  const add = async (files: readonly Blob[]) => {
    const free = limits.momentPictures - list.length - opening;
    const accepted = files.slice(0, Math.max(0, free));
    if (accepted.length < files.length) showToast('info', words.tooMany({ count: limits.momentPictures }));
    setOpening((now) => now + accepted.length);
    // Files are opened one at a time, because each is large while it is open.
    for (const file of accepted) {
      try {
        const { preparePicture } = await import(/* webpackChunkName: "prepare" */ '@amber/ui/preparePicture');
        const prepared = await preparePicture(file);
        setList((now) => [...now, { ...prepared, path: '', alt: '' }]);
      } catch (thrown) {
        showError(thrown);
      }
      setOpening((now) => now - 1);
    }
  };

  return {
    list,
    busy: opening > 0,
    add,
    describe: (index, alt) => setList((now) => now.map((one, at) => (at === index ? { ...one, alt } : one))),
    remove: (index) => setList((now) => now.filter((_, at) => at !== index)),
    clear: () => setList(() => none),
  };
}
