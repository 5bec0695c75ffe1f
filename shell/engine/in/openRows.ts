// Decrypts rows before they are stored.
import type { Content, Row } from '@amber/proto';
import type { OpenedContent } from '../rows/messageOfRow.ts';
import type { Sealer } from '../sealing/sealer.ts';

/** Returns the envelope that is queued for this device alone, as its sender made it. */
const sealedContentOf = ({ copy, content, id, sender, timestamp }: Row): Content | null =>
  copy === 'queued' && content ? { ...content, id, sender, timestamp } : null;

/** An unencrypted row may claim to be encrypted, so the claim is overwritten. */
const plainContentOf = ({ content }: Row): OpenedContent | null =>
  content && { content: { ...content, encrypted: false } };

/**
 * Decrypts rows of one conversation before `store` runs. `store` writes them in a transaction and calls `commit` as its
 * last act, because IndexedDB ends a transaction that waits for anything but itself.
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
