// Cursors of paged lists, as the next request sends them.
import { Fault } from '@amber/proto/faults';
import * as v from 'valibot';

/** A position in a list, by the list's sort values. */
export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * The position that was encoded in `cursor`; null for an empty one. @throws Fault BAD_REQUEST for an invalid cursor of
 * this kind.
 */
export function decodeCursor<Position>(cursor: string, schema: v.GenericSchema<unknown, Position>): Position | null {
  if (cursor === '') return null;
  try {
    return v.parse(schema, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new Fault('BAD_REQUEST', { cause });
  }
}

/**
 * Builds a page from rows that were read with one row more than it shows, and the cursor of the next page; '' after the
 * last one.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => readonly (string | number)[],
): { list: Row[]; next: string } {
  const list = rows.slice(0, size);
  const last = list.at(-1);
  return { list, next: rows.length > size && last !== undefined ? encodeCursor(cursorOf(last)) : '' };
}

/** Allowed cursor values: texts the database can store, and whole numbers. */
export const cursorText = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed()),
);
export const cursorNumber = v.pipe(v.number(), v.safeInteger());
