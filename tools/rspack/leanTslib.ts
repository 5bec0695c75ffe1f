// Replaces the helpers that rxjs uses of tslib, which support browsers without async functions and async generators.

class AwaitedValue {
  value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Marks a value that a generator awaits, rather than yields. */
export const __await = (value: unknown) => new AwaitedValue(value);

export const __asyncValues = (values: AsyncIterable<unknown>) => values[Symbol.asyncIterator]();

/** The properties of an object without these. */
export const __rest = (given: object, omitted: readonly PropertyKey[]): object =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !omitted.includes(key)));

/** Runs a generator as an async function. */
export async function __awaiter(self: unknown, _args: unknown, _promise: unknown, body: () => Generator) {
  const steps = body.call(self);
  let step = steps.next();
  while (!step.done) {
    const value = step.value;
    step = await Promise.resolve(value).then(
      (result) => steps.next(result),
      (thrown: unknown) => steps.throw(thrown),
    );
  }
  return step.value as unknown;
}

/** Runs a generator as an async generator. */
export async function* __asyncGenerator(
  self: unknown,
  args: IArguments,
  body: (...args: unknown[]) => Generator,
): AsyncGenerator {
  const steps = body.apply(self, [...args]);
  try {
    for (let step = steps.next(); !step.done;) {
      const value = step.value as unknown;
      step = steps.next(value instanceof AwaitedValue ? await value.value : yield value);
    }
  } finally {
    steps.return(undefined);
  }
}
