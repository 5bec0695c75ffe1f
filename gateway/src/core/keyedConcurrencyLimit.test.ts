import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedConcurrencyLimit } from './keyedConcurrencyLimit.ts';

test('one task of a key runs at a time, in order, and other keys do not wait', async () => {
  const runLimited = createKeyedConcurrencyLimit({ waitingMax: 2 });
  const started: string[] = [];
  const task = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const key = name[0]!;
    const done = runLimited(key, async () => {
      started.push(name);
      await promise;
    });
    return { resolve, done };
  };
  const [a1, a2, b1] = [task('a1'), task('a2'), task('b1')];
  expect(started).toEqual(['a1', 'b1']);
  const a3 = task('a3');
  await expect(task('a4').done).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  a1.resolve();
  await a1.done;
  await nextTurn();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  for (const one of [a2, a3, b1]) one.resolve();
  await Promise.all([a2.done, a3.done, b1.done]);
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});
