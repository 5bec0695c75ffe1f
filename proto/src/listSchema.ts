// Reads lists of untrusted rows by a schema: what each field may be.

type Predicate = (value: unknown) => boolean;

/** The schema of a list. */
export interface ListSchema<Row> {
  /** How many rows there may be. */
  maxItems: number;
  /** What each field may be, and what it is where it is missing; without the second it may not be missing. */
  fields: { readonly [Name in keyof Row]: readonly [isRight: Predicate, missing?: unknown] };
}

/** A text of this form, of at most so many letters. */
export const textMatching =
  (maxLength: number, pattern: RegExp): Predicate =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && pattern.test(value);

/** One of these values. */
export const oneOf =
  (...values: readonly unknown[]): Predicate =>
  (value) =>
    values.includes(value);

/** The rows that can be read; one that cannot takes no other with it. What may be missing is so where it is wrong. */
export const parseRows = <Row>({ maxItems, fields }: ListSchema<Row>, list: unknown): Row[] =>
  (Array.isArray(list) ? (list.slice(0, maxItems) as (Record<string, unknown> | null | undefined)[]) : [])
    .map((row) =>
      Object.fromEntries(
        Object.entries<readonly [Predicate, unknown?]>(fields).map(([name, [isValid, fallback]]) => {
          const value = row?.[name];
          return [name, isValid(value) ? value : fallback];
        }),
      ),
    )
    .filter((row) => !Object.values(row).includes(undefined)) as Row[];

/** The first field of a row that is wrong, or that is missing and may not be. */
export const findInvalidField = <Row>(
  { fields }: ListSchema<Row>,
  row: { [Name in keyof Row]?: unknown },
): keyof Row | undefined =>
  (Object.keys(fields) as (keyof Row)[]).find((name) => {
    const [isValid, fallback] = fields[name];
    const value = row[name];
    return !(isValid(value) || (value === undefined && fallback !== undefined));
  });
