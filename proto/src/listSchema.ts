// Parses lists of untrusted rows by a schema with a predicate for each field.

type Predicate = (value: unknown) => boolean;

/** The schema of a list of rows. */
export interface ListSchema<Row> {
  /** The maximum number of rows. */
  maxItems: number;
  /**
   * For each field the predicate of valid values, and the default if it is missing; a field without a default is
   * required.
   */
  fields: { readonly [Name in keyof Row]: readonly [isRight: Predicate, missing?: unknown] };
}

/** Returns a predicate for texts that match `pattern` and have at most `maxLength` characters. */
export const textMatching =
  (maxLength: number, pattern: RegExp): Predicate =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && pattern.test(value);

/** Returns a predicate for a fixed set of values. */
export const oneOf =
  (...values: readonly unknown[]): Predicate =>
  (value) =>
    values.includes(value);

/** Returns the valid rows and drops the others. An optional field with an invalid value gets its default. */
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

/** Returns the first field of a row that is invalid, or missing although it is required. */
export const findInvalidField = <Row>(
  { fields }: ListSchema<Row>,
  row: { [Name in keyof Row]?: unknown },
): keyof Row | undefined =>
  (Object.keys(fields) as (keyof Row)[]).find((name) => {
    const [isValid, fallback] = fields[name];
    const value = row[name];
    return !(isValid(value) || (value === undefined && fallback !== undefined));
  });
