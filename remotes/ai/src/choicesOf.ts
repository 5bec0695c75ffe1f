// The choices of a list in the form of a bot.

type Texts<Value extends string> = Readonly<Record<Value, string>>;

/** Returns the choices of a list, each with a label and a hint. */
export const choicesOf = <Value extends string>(values: readonly Value[], labels: Texts<Value>, hints: Texts<Value>) =>
  values.map((value) => ({ value, label: labels[value], hint: hints[value] }));
