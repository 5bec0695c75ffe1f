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

/** Allowed cursor values: texts the database can store, and whole numbers. */
export const cursorText = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed()),
);
export const cursorNumber = v.pipe(v.number(), v.safeInteger());
