// Connects the text fields of a form to the form's state.
import type { ChangeEvent } from 'react';

/** The names of the fields that are texts. */
type TextName<Fields> = { [Name in keyof Fields]-?: Fields[Name] extends string ? Name : never }[keyof Fields];

interface FormState<Fields> {
  fields: Fields;
  /** The error of each invalid field. */
  problems: { [Name in TextName<Fields>]?: string | undefined };
  onChange(change: Partial<Fields>): void;
}

/** Returns a function for the props of the text field with a name. */
export const textFieldProps =
  <Fields>({ fields, problems, onChange }: FormState<Fields>) =>
  (name: TextName<Fields>) => ({
    value: fields[name] as string,
    error: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: target.value } as Partial<Fields>),
  });
