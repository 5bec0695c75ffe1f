// What an operation reads and wants to write, kept aside until the message it belongs to is stored in the same transaction.
import { Dexie, type Table } from 'dexie';

type Key = string | [string, string];

export interface UnitOfWork {
  /** The row as this unit has left it. */
  get<Row, K extends Key>(table: Table<Row, K>, key: K): Promise<Row | undefined>;
  /** The rows of a table by the first half of their key. */
  list<Row>(table: Table<Row, [string, string]>, first: string): Promise<Row[]>;
  put<Row, K extends Key>(table: Table<Row, K>, key: K, row: Row): void;
  remove<Row, K extends Key>(table: Table<Row, K>, key: K): void;
  /** Writes all of it. To be called inside a transaction that holds the tables; its last act. */
  commit(): Promise<void>;
}

interface Write { key: Key; row: unknown }

/** Nothing reaches the database before `commit`; who throws the unit away has changed nothing. */
export function createUnitOfWork(): UnitOfWork {
  const writes = new Map<Table, Map<string, Write>>();
  const textOf = (key: Key) => JSON.stringify(key);

  function write(table: Table, key: Key, row: unknown): void {
    if (!writes.has(table)) writes.set(table, new Map());
    writes.get(table)!.set(textOf(key), { key, row });
  }

  return {
    async get<Row, K extends Key>(table: Table<Row, K>, key: K) {
      const here = writes.get(table as Table)?.get(textOf(key));
      return here ? here.row as Row | undefined : table.get(key);
    },
    async list<Row>(table: Table<Row, [string, string]>, first: string) {
      const rows = new Map<string, Row>();
      await table.where(':id').between([first, Dexie.minKey], [first, Dexie.maxKey])
        .each((row, cursor) => { rows.set(textOf(cursor.primaryKey), row); });
      for (const [text, { key, row }] of writes.get(table as Table) ?? []) {
        if (key[0] !== first) continue;
        if (row === undefined) rows.delete(text);
        else rows.set(text, row as Row);
      }
      return [...rows.values()];
    },
    put: (table, key, row) => write(table as Table, key, row),
    remove: (table, key) => write(table as Table, key, undefined),
    async commit() {
      await Promise.all([...writes].flatMap(([table, byKey]) => {
        const all = [...byKey.values()];
        return [
          table.bulkPut(all.flatMap(({ row }) => (row === undefined ? [] : [row]))),
          table.bulkDelete(all.flatMap(({ key, row }) => (row === undefined ? [key] : []))),
        ];
      }));
    },
  };
}
