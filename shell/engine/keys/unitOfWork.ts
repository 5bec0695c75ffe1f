// The reads and pending writes of an operation, held until its message is stored in the same transaction.
import { Dexie, type Table } from 'dexie';

type Key = string | [string, string];

export interface UnitOfWork {
  /** Returns the row with this unit's changes. Each row is read only once. */
  get<Row, K extends Key>(table: Table<Row, K>, key: K): Promise<Row | undefined>;
  /** Returns the rows of a table whose key begins with `first`. */
  list<Row>(table: Table<Row, [string, string]>, first: string): Promise<Row[]>;
  put<Row, K extends Key>(table: Table<Row, K>, key: K, row: Row): void;
  remove<Row, K extends Key>(table: Table<Row, K>, key: K): void;
  /** Whether there is something to write. */
  hasWrites(): boolean;
  /** Writes all changes. Must be called inside a transaction that holds the tables, as its last act. */
  commit(): Promise<void>;
}

interface Write {
  key: Key;
  row: unknown;
}

const firstOf = (text: string): string => (JSON.parse(text) as [string, string])[0];

/** Creates a unit of work. Nothing is written to the database before `commit`. */
export function createUnitOfWork(): UnitOfWork {
  const writes = new Map<Table, Map<string, Write>>();
  const read = new Map<Table, Map<string, unknown>>();
  /** The first halves of keys for which all rows have been read. */
  const listed = new Map<Table, Set<string>>();
  const textOf = (key: Key) => JSON.stringify(key);

  function getOrCreate<Value>(maps: Map<Table, Value>, table: Table, make: () => Value): Value {
    const here = maps.get(table) ?? make();
    maps.set(table, here);
    return here;
  }

  const readOf = (table: Table) => getOrCreate(read, table, () => new Map<string, unknown>());
  const listedOf = (table: Table) => getOrCreate(listed, table, () => new Set<string>());
  const isRead = (table: Table, key: Key) =>
    readOf(table).has(textOf(key)) || (typeof key !== 'string' && listedOf(table).has(key[0]));

  function write(table: Table, key: Key, row: unknown): void {
    getOrCreate(writes, table, () => new Map<string, Write>()).set(textOf(key), { key, row });
  }

  return {
    async get<Row, K extends Key>(table: Table<Row, K>, key: K) {
      const here = writes.get(table as Table)?.get(textOf(key));
      if (here) return here.row as Row | undefined;
      if (!isRead(table as Table, key)) readOf(table as Table).set(textOf(key), await table.get(key));
      return readOf(table as Table).get(textOf(key)) as Row | undefined;
    },
    async list<Row>(table: Table<Row, [string, string]>, first: string) {
      if (!listedOf(table as Table).has(first)) {
        await table
          .where(':id')
          .between([first, Dexie.minKey], [first, Dexie.maxKey])
          .each((row, cursor) => {
            readOf(table as Table).set(textOf(cursor.primaryKey), row);
          });
        listedOf(table as Table).add(first);
      }
      const rows = new Map(
        [...readOf(table as Table)].filter(([text, row]) => row !== undefined && firstOf(text) === first),
      ) as Map<string, Row>;
      for (const [text, { key, row }] of writes.get(table as Table) ?? []) {
        if (key[0] !== first) continue;
        if (row === undefined) rows.delete(text);
        else rows.set(text, row as Row);
      }
      return [...rows.values()];
    },
    put: (table, key, row) => write(table as Table, key, row),
    remove: (table, key) => write(table as Table, key, undefined),
    hasWrites: () => writes.size > 0,
    async commit() {
      await Promise.all(
        [...writes].flatMap(([table, byKey]) => {
          const all = [...byKey.values()];
          return [
            table.bulkPut(all.flatMap(({ row }) => (row === undefined ? [] : [row]))),
            table.bulkDelete(all.flatMap(({ key, row }) => (row === undefined ? [key] : []))),
          ];
        }),
      );
    },
  };
}
