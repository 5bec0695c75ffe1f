// Opens what is sealed among rows before they are stored.
import type { Content, Row } from '@amber/proto';
import type { OpenedContent } from '../rows/openedContent.ts';
import type { Sealer } from '../sealing/sealer.ts';

/** The envelope queued for this device alone, as its sender made it. */
const sealedContentOf = ({ copy, content, id, sender, timestamp }: Row): Content | null =>
  copy === 'queued' && content ? { ...content, id, sender, timestamp } : null;

/** The claims of an unsealed row cannot be trusted: it was not sealed. */
const plainContentOf = ({ content }: Row): OpenedContent | null =>
  content && { content: { ...content, encrypted: false } };

/**
 * Opens what is sealed among these rows of one conversation before `store` runs, which writes them in a transaction and
 * commits as its last act: IndexedDB ends a transaction that waits for anything but itself.
 */
export function openRows<T>(
  sealer: Sealer,
  rows: readonly Row[],
  store: (opened: (OpenedContent | null)[], commit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const sealed = rows.map(sealedContentOf);
  if (sealed.every((content) => content === null)) return store(rows.map(plainContentOf), async () => {});
  return sealer.openAll(rows[0]!.conversationId, sealed, (opened, commit) =>
    store(
      rows.map((row, index) => opened[index] ?? plainContentOf(row)),
      commit,
    ),
  );
}
