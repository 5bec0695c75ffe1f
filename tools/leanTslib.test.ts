import { expect, it } from 'vitest';
import { __asyncGenerator, __asyncValues, __await, __awaiter, __rest } from './rspack/leanTslib.ts';

// As compiled code calls them.
const generated = (body: () => Generator) =>
  (function (this: unknown, ..._none: unknown[]) {
    // oxlint-disable-next-line prefer-rest-params -- so does the compiler
    return __asyncGenerator(this, arguments, body);
  })();

it('a compiled async generator waits for what is marked, and gives the rest', async () => {
  let closed = 0;
  const values = generated(function* () {
    try {
      yield yield __await(Promise.resolve(1));
      yield 2;
      yield 3;
    } finally {
      closed += 1;
    }
  });
  const given: unknown[] = [];
  for await (const value of { [Symbol.asyncIterator]: () => __asyncValues(values) }) {
    given.push(value);
    if (value === 2) break;
  }
  expect(given).toEqual([1, 2]);
  expect(closed).toBe(1);
});

it('a compiled async function gets what it waits for, errors too', async () => {
  const run = (body: () => Generator) => __awaiter(undefined, undefined, undefined, body);
  expect(
    await run(function* () {
      try {
        yield Promise.reject(new Error('no'));
      } catch (thrown) {
        return [(thrown as Error).message, yield Promise.resolve('yes')];
      }
      return undefined;
    }),
  ).toEqual(['no', 'yes']);
  await expect(
    run(function* () {
      yield Promise.reject(new Error('gone'));
    }),
  ).rejects.toThrow('gone');
});

it('the rest of an object is what is not named', () => {
  expect(__rest({ one: 1, two: 2, three: 3 }, ['two'])).toEqual({ one: 1, three: 3 });
});
