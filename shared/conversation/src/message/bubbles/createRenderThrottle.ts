// Gathers what comes faster than it can be drawn: a slow device shows larger steps, and stays free for its reader.

/** A page out of sight draws nothing. */
const maxFrameWait = 250;

/** When the next frame has been drawn. */
function afterNextFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(callback);
  });
  timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    callback();
  }, maxFrameWait);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Shows the first value at once, and then the newest one whenever it has rested for twice as long as drawing took.
 * Returns what takes the values, and what ends it.
 */
export function createRenderThrottle<Value>(render: (value: Value) => void): {
  push(value: Value): void;
  cancel(): void;
} {
  let pending: { value: Value } | null = null;
  let isBusy = false;
  let cancelTimer = () => {};
  const renderNow = (value: Value) => {
    isBusy = true;
    const began = performance.now();
    render(value);
    cancelTimer = afterNextFrame(() => {
      const rest = setTimeout(next, 2 * Math.min(maxFrameWait, performance.now() - began));
      cancelTimer = () => clearTimeout(rest);
    });
  };
  const next = () => {
    isBusy = false;
    const now = pending;
    pending = null;
    if (now) renderNow(now.value);
  };
  return {
    push(value) {
      if (isBusy) pending = { value };
      else renderNow(value);
    },
    cancel: () => cancelTimer(),
  };
}
