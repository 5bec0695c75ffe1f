// Shows a fault at the field that it names, or elsewhere.

interface FieldFault {
  field: string | undefined;
  sentence: string;
}

/**
 * Shows a fault in one place: at the form's field that it names, or through `elsewhere`, never both.
 * @param fields the fields that this form has
 */
export function showFault<Name extends string>(
  fault: FieldFault,
  fields: readonly Name[],
  beside: (field: Name, sentence: string) => void,
  elsewhere: (sentence: string) => void,
): void {
  const field = fields.find((name) => name === fault.field);
  if (field) beside(field, fault.sentence);
  else elsewhere(fault.sentence);
}
