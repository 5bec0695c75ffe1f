// Marks the parts of the search index that must be rebuilt: every write to messages does so in its own transaction.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { DBCoreMutateRequest } from 'dexie';

/** How many positions of a conversation one block of the index covers. */
export const blockSize = 256;

/** Prefix of the key that marks a block for rebuilding. */
export const dirtyPrefix = 'd ';

export const blockNameOf = (conversationId: string, seq: number): string =>
  `${conversationId} ${Math.floor(seq / blockSize)}`;

/** Greater than every position that the gateway assigns. Unsent messages become searchable once they are sent. */
const seqEnd = 2 ** 52;

/**
 * Makes every write to messages mark the blocks to be rebuilt, in its own transaction. Must be called before the
 * database is opened.
 */
export function trackMessageWrites(db: AccountDb, onMarked: () => void): void {
  db.use({
    stack: 'dbcore',
    name: 'search',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options) =>
        core.transaction(
          mode === 'readwrite' && stores.includes('messages') && !stores.includes('search')
            ? [...stores, 'search']
            : stores,
          mode,
          options,
        ),
      table(name) {
        const table = core.table(name);
        if (name !== 'messages') return table;
        const loadDeleted = (request: DBCoreMutateRequest): PromiseLike<MessageRow[]> | undefined => {
          const { trans } = request;
          if (request.type === 'delete') return table.getMany({ trans, keys: request.keys });
          if (request.type !== 'deleteRange') return undefined;
          return table
            .query({ trans, values: true, query: { index: table.schema.primaryKey, range: request.range } })
            .then(({ result }) => result as MessageRow[]);
        };
        const mark = (request: DBCoreMutateRequest, rows: readonly MessageRow[]) => {
          const names = new Set(
            rows.flatMap((row) => (row && row.order < seqEnd ? [blockNameOf(row.conversationId, row.order)] : [])),
          );
          if (names.size === 0) return undefined;
          onMarked();
          return core.table('search').mutate({
            type: 'put',
            trans: request.trans,
            values: [...names].map((one) => ({ id: dirtyPrefix + one })),
          });
        };
        // The promises are chained instead of awaited, because Dexie tracks its transaction through its own promises.
        return {
          ...table,
          mutate(request) {
            const written = 'values' in request ? (request.values as MessageRow[]) : [];
            const write = (deletedRows: readonly MessageRow[]) =>
              table.mutate(request).then((result) => {
                const marking = mark(request, [...deletedRows, ...written]);
                return marking ? marking.then(() => result) : result;
              });
            const deletedRows = loadDeleted(request);
            return (deletedRows ? deletedRows.then(write) : write([])) as ReturnType<typeof table.mutate>;
          },
        };
      },
    }),
  });
}
