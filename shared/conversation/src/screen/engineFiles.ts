// The files of conversations as the engine has them.
import { engine, engineState$, events$, showToast } from '@amber/client/engine';
import { live$ } from '@amber/client/live';
import { distinctUntilChanged, filter, map } from 'rxjs';
import type { FileSource } from '../files/fileSource.ts';
import { saveFile } from '../files/saveFile.ts';
import { createFileSource } from './createFileSource.ts';

export const engineFiles = (): FileSource => createFileSource({
  events$,
  blob$: (id) => live$(async (db) => (await db.files.get(id))?.blob ?? null, null),
  back$: engineState$.pipe(map((state) => state?.connection.status), distinctUntilChanged(), filter((status) => status === 'open')),
  fetchFile: (id) => engine.fetchFile({ id }),
  cancelFetch: (id) => void engine.cancelFetch({ id }).catch(() => {}),
  discard: (id) => void engine.discard({ id }).catch(() => {}),
  save: saveFile,
  tell: ({ message }) => showToast('error', message),
});
