// Object URLs that live as long as a component uses them.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { readPicture } from './readPicture.ts';

/** Creates the URL on subscription and revokes it on unsubscription. */
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

/** Returns an object URL, or null while there is no file. */
export function useObjectUrl(blob: Blob | null): string | null {
  const { subscribe, getSnapshot } = useMemo(() => createUrlStore(blob), [blob]);
  return useSyncExternalStore(subscribe, getSnapshot);
}

/**
 * Returns an object URL for a picture. `isRejected` if the blob is not a picture or is not safe to decode. The MIME
 * type comes from its bytes, because the sender's claim is not trusted.
 */
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
