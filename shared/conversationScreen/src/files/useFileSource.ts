// The file source of a conversation while it is open.
import { engine, events$ } from '@amber/client/engine';
import { live$ } from '@amber/client/live';
import { showError } from '@amber/client/showError';
import { useEffect, useState } from 'react';
import type { FileSource } from '@amber/conversation/fileSource';
import { connected$ } from '../kit/useConnected.ts';
import { createFileSource } from './createFileSource.ts';

const createSource = () =>
  createFileSource({
    events$,
    blob$: (id) => live$(async (db) => (await db.files.get(id))?.blob ?? null, null),
    reconnected$: connected$,
    fetchFile: (id) => engine.fetchFile({ id }),
    cancelFetch: (id) => void engine.cancelFetch({ id }).catch(() => {}),
    discard: (id) => void engine.discard({ id }).catch(() => {}),
    save: (blob, name) =>
      void import(/* webpackChunkName: "files" */ '@amber/conversation/saveFile').then(({ saveFile }) =>
        saveFile(blob, name),
      ),
    showFault: showError,
  });

/** Returns the same source at every render. */
export function useFileSource(): FileSource {
  const [files] = useState(createSource);
  useEffect(() => {
    const listening = files.listen();
    return () => listening.unsubscribe();
  }, [files]);
  return files;
}
