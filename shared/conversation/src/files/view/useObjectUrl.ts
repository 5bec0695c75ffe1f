// An address for a file, for as long as something shows it.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { readPicture } from './readPicture.ts';

/** Made when somebody begins to look, and taken back with them. */
function createUrlStore(blob: Blob | null) {
  let url: string | null = null;
  return {
    getSnapshot: () => url,
    subscribe() {
      url = blob && URL.createObjectURL(blob);
      return () => {
        if (url) URL.revokeObjectURL(url);
        url = null;
      };
    },
  };
}

/** Null while there is no file. */
export function useObjectUrl(blob: Blob | null): string | null {
  const { subscribe, getSnapshot } = useMemo(() => createUrlStore(blob), [blob]);
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** The same of a picture: `refused` when what came is none, or is not safe to decode. Its bytes say what it is, not its sender. */
export function usePictureUrl(blob: Blob | null): { url: string | null; isRejected: boolean } {
  const [checked, setChecked] = useState<{ of: Blob; picture: Blob | null } | null>(null);
  useEffect(() => {
    if (!blob) return;
    let isActive = true;
    const settle = (picture: Blob | null) => isActive && setChecked({ of: blob, picture });
    readPicture(blob).then(
      (head) => settle(head && blob.slice(0, blob.size, head.mime)),
      () => settle(null),
    );
    return () => {
      isActive = false;
    };
  }, [blob]);
  const isCurrent = checked !== null && checked.of === blob;
  return { url: useObjectUrl(isCurrent ? checked.picture : null), isRejected: isCurrent && !checked.picture };
}
