// Reads lists of untrusted rows by a schema: what each field may be.

type Test = (value: unknown) => boolean;

/** The schema of a list. */
export interface Rows<Row> {
  /** How many rows there may be. */
  most: number;
  /** What each field may be, and what it is where it is missing; without the second it may not be missing. */
  fields: { readonly [Name in keyof Row]: readonly [isRight: Test, missing?: unknown] };
}

/** A text of this form, of at most so many letters. */
export const text =
  (most: number, form: RegExp): Test =>
  (value) =>
    typeof value === 'string' && value.length <= most && form.test(value);

/** One of these values. */
export const oneOf =
  (...values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);

/** The rows that can be read; one that cannot takes no other with it. What may be missing is so where it is wrong. */
export const rowsOf = <Row>({ most, fields }: Rows<Row>, list: unknown): Row[] =>
  (Array.isArray(list) ? (list.slice(0, most) as (Record<string, unknown> | null | undefined)[]) : [])
    .map((row) =>
      Object.fromEntries(
        Object.entries<readonly [Test, unknown?]>(fields).map(([name, [isRight, missing]]) => {
          const value = row?.[name];
          return [name, isRight(value) ? value : missing];
        }),
      ),
    )
    .filter((row) => !Object.values(row).includes(undefined)) as Row[];

/** The first field of a row that is wrong, or that is missing and may not be. */
export const wrongField = <Row>({ fields }: Rows<Row>, row: { [Name in keyof Row]?: unknown }): keyof Row | undefined =>
  (Object.keys(fields) as (keyof Row)[]).find((name) => {
    const [isRight, missing] = fields[name];
    const value = row[name];
    return !(isRight(value) || (value === undefined && missing !== undefined));
  });
