// Marks what must be indexed again for local search: every write to messages does so in its own transaction.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { DBCoreMutateRequest } from 'dexie';

/** So many places of a conversation are one block of the index. */
export const blockSize = 256;

/** The key of a block to be rebuilt begins with this. */
export const dirtyPrefix = 'd ';

export const blockNameOf = (conversationId: string, seq: number): string =>
  `${conversationId} ${Math.floor(seq / blockSize)}`;

/** Above every place that the gateway assigns: unsent messages become searchable once sent. */
const seqEnd = 2 ** 52;

/**
 * Every write to messages marks, in its own transaction, the blocks to be rebuilt. Must be called before the database
 * is opened.
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
        // Chained, not awaited: Dexie tracks its transaction through its own promises.
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
