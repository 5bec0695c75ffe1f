// Where a page of a list ended, as the request for the next page says it.
import { Fault } from '@amber/proto/faults';
import * as v from 'valibot';

/** A place in a list, by the values that the list is sorted by. */
export const toCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that `toCursor` was given; null for none. @throws Fault BAD_REQUEST for what is no place of this kind. */
export function fromCursor<Place>(cursor: string, kind: v.GenericSchema<unknown, Place>): Place | null {
  if (cursor === '') return null;
  try {
    return v.parse(kind, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new Fault('BAD_REQUEST', { cause });
  }
}

/** What may stand in a place: texts that the database can hold, and whole numbers. */
export const cursorText = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed()),
);
export const cursorNumber = v.pipe(v.number(), v.safeInteger());
