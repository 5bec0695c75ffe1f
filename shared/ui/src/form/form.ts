// Validation of forms, and its messages.
import * as v from 'valibot';
import { words } from '../words/gen/ui.ts';
import { words as formWords } from '../words/gen/form.ts';

/** Returns the schema of a form, from the schema of each field. */
export const fields = v.object;

/** Returns the schema of a text that must not be empty after trimming. */
export const required = (label: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(words.pleaseEnter({ label })));

/** Returns the schema of a required text of `min` to `max` characters, counted as a person would. */
export const lengthBetween = (label: string, min: number, max: number) =>
  v.pipe(
    required(label),
    v.check((text) => [...text].length >= min, formWords.atLeast({ label, min })),
    v.check((text) => [...text].length <= max, formWords.atMost({ label, max })),
  );

/** Returns the schema of a whole number in a range, entered as text. */
export const numberBetween = (label: string, min: number, max: number) =>
  v.pipe(
    required(label),
    // Number() also accepts '1e3', '0x10' and '1.5'.
    v.transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)),
    v.check((number) => number >= min && number <= max, formWords.between({ label, min, max })),
  );

/** Returns the error message of a single field; undefined if its text is valid. */
export const fieldError = (schema: v.GenericSchema<string, unknown>, text: string): string | undefined =>
  v.safeParse(schema, text).issues?.[0].message;

/** The error of each invalid field, by the field's name. */
export type FieldErrors<Fields> = { [Name in keyof Fields]?: string };

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** Validates a whole form. @returns the parsed values of a valid form, or the first error of each invalid field. */
export function validateForm<Schema extends FormSchema>(
  schema: Schema,
  values: Record<string, string>,
): { values: v.InferOutput<Schema> } | { errors: FieldErrors<v.InferOutput<Schema>> } {
  const result = v.safeParse(schema, values);
  if (result.success) return { values: result.output };
  const errors: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue);
    if (field) errors[field] ??= issue.message;
  }
  return { errors: errors as FieldErrors<v.InferOutput<Schema>> };
}
