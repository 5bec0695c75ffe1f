// Throttles rendering of frequent values, so that a slow device renders less often and stays responsive.

/** In milliseconds. A hidden page renders no frames, so the wait for one needs a limit. */
const maxFrameWait = 250;

/** Calls back after the next frame was rendered. Returns a function that cancels it. */
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
 * Renders the first value at once, and then the latest one each time a pause of twice the rendering time has passed.
 * Returns functions to push a value and to cancel.
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
