// Form checks and their messages.
import * as v from 'valibot';
import { words } from '../words/gen/ui.ts';

/** A form's fields and what each must hold. */
export const fields = v.object;

/** Text that must not be empty; spaces around it do not count. */
export const required = (label: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(words.pleaseEnter({ label })));

/** Required text of `min` to `max` characters, counted as a person would. */
export const lengthBetween = (label: string, min: number, max: number) =>
  v.pipe(
    required(label),
    v.check((text) => [...text].length >= min, words.atLeast({ label, min })),
    v.check((text) => [...text].length <= max, words.atMost({ label, max })),
  );

/** A number of a range, typed as text. */
export const numberBetween = (label: string, min: number, max: number) =>
  v.pipe(
    required(label),
    v.transform(Number),
    v.check((number) => number >= min && number <= max, words.between({ label, min, max })),
  );

/** A field's name and the error shown at it. */
export type FieldErrors<Fields> = { [Name in keyof Fields]?: string };

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * Checks a whole form.
 * @returns what it holds once it is in order, or the first problem of each field.
 */
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
