// Gathers what comes faster than it can be drawn: a slow device shows larger steps, and stays free for its reader.

/** A page out of sight draws nothing. */
const longest = 250;

/** When the next frame has been drawn. */
function drawn(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(then);
  });
  timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    then();
  }, longest);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Shows the first value at once, and then the newest one whenever it has rested for twice as long as drawing took.
 * Returns what takes the values, and what ends it.
 */
export function paced<Value>(show: (value: Value) => void): { take(value: Value): void; end(): void } {
  let waiting: { value: Value } | null = null;
  let isBusy = false;
  let cancel = () => {};
  const draw = (value: Value) => {
    isBusy = true;
    const began = performance.now();
    show(value);
    cancel = drawn(() => {
      const rest = setTimeout(next, 2 * Math.min(longest, performance.now() - began));
      cancel = () => clearTimeout(rest);
    });
  };
  const next = () => {
    isBusy = false;
    const now = waiting;
    waiting = null;
    if (now) draw(now.value);
  };
  return {
    take(value) {
      if (isBusy) waiting = { value };
      else draw(value);
    },
    end: () => cancel(),
  };
}
