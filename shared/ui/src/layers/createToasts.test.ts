import { describe, expect, it } from 'vitest';
import { createToasts } from './createToasts.ts';

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.current().map(({ text }) => text);

describe('toasts', () => {
  it('R28 the oldest give way to the newest', () => {
    const toasts = createToasts({ limit: 3 });
    for (const text of ['a', 'b', 'c', 'd']) toasts.show({ tone: 'info', text });
    expect(texts(toasts)).toEqual(['b', 'c', 'd']);
  });

  it('what is said twice is shown once, in its place, and again when it was about to go', () => {
    const toasts = createToasts({ limit: 3 });
    for (const text of ['a', 'b']) toasts.show({ tone: 'error', text });
    toasts.dismiss('error a');
    toasts.show({ tone: 'error', text: 'a' });
    expect(toasts.current()).toMatchObject([
      { text: 'a', repeatCount: 2, isLeaving: false },
      { text: 'b', repeatCount: 1 },
    ]);
  });

  it('one that was dismissed fades out before it is removed; one that came back stays', () => {
    const toasts = createToasts({ limit: 3 });
    toasts.show({ tone: 'info', text: 'a' });
    toasts.remove('info a');
    expect(texts(toasts)).toEqual(['a']);
    toasts.dismiss('info a');
    expect(toasts.current()[0]!.isLeaving).toBe(true);
    toasts.remove('info a');
    expect(texts(toasts)).toEqual([]);
  });

  it('tells of every change, until nobody listens', () => {
    const toasts = createToasts({ limit: 3 });
    let changes = 0;
    const leave = toasts.subscribe(() => {
      changes += 1;
    });
    toasts.show({ tone: 'info', text: 'a' });
    toasts.dismiss('info a');
    leave();
    toasts.remove('info a');
    expect(changes).toBe(2);
  });
});
