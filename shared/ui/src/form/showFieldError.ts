// Shows a fault at the field that it names, or elsewhere.

interface FieldError {
  field: string | undefined;
  message: string;
}

/**
 * Shows a fault in one place: at the form's field that it names, or through `elsewhere`, never both.
 * @param fields the fields that this form has
 */
export function showFieldError<Name extends string>(
  fault: FieldError,
  fields: readonly Name[],
  showAtField: (field: Name, message: string) => void,
  showElsewhere: (message: string) => void,
): void {
  const field = fields.find((name) => name === fault.field);
  if (field) showAtField(field, fault.message);
  else showElsewhere(fault.message);
}
