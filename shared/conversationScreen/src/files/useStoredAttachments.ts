// The attachments of the draft of a conversation, which are stored until they are sent.
import { engine, newMessageId } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { attachmentPrefix } from '@amber/client/rows';
import { useMemo, useState } from 'react';

/** The ids of the files of this page: a file keeps its id, so that it is stored once. */
const ids = new WeakMap<File, string>();

function idOf(file: File): string {
  const id = ids.get(file) ?? newMessageId();
  ids.set(file, id);
  return id;
}

/** Returns the stored files at the time of opening, in their order, and how to replace them; null until they are read. */
export function useStoredAttachments(conversationId: string) {
  const live = useLive(
    (db) => db.files.where('id').startsWith(attachmentPrefix(conversationId)).toArray(),
    [conversationId],
  );
  const [files, setFiles] = useState<readonly File[] | null>(null);
  if (files === null && live.status !== 'loading') {
    const rows = live.status === 'ready' ? live.rows.toSorted((one, other) => one.usedAt - other.usedAt) : [];
    setFiles(
      rows.flatMap(({ id, blob }) => {
        if (!(blob instanceof File)) return [];
        ids.set(blob, id.slice(attachmentPrefix(conversationId).length));
        return blob;
      }),
    );
  }
  return useMemo(
    () =>
      files && {
        files,
        // What cannot be stored is still in the composer.
        save: (next: readonly File[]) =>
          void engine
            .saveAttachments({ conversationId, files: next.map((file) => ({ id: idOf(file), file })) })
            .catch(() => {}),
      },
    [files, conversationId],
  );
}
