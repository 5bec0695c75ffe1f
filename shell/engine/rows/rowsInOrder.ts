// The messages or the waiting rows of one conversation in their order.
import type { Collection, Table } from 'dexie';

/** Returns the rows of a conversation whose order is at least `from` and less than `to`. */
export const rowsInOrder = <Row, Key, NewRow>(
  table: Table<Row, Key, NewRow>,
  conversationId: string,
  from = -Infinity,
  to = Infinity,
): Collection<Row, Key, NewRow> =>
  table.where('[conversationId+order]').between([conversationId, from], [conversationId, to]);
