// Shows a fault at the form field that it belongs to, or elsewhere.

interface FieldError {
  field: string | undefined;
  message: string;
}

/**
 * Shows a fault exactly once: at the form's field that it names, or through `elsewhere`.
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
