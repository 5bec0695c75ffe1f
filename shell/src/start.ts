// The page's first code: on a slow device, the form that the page was served with is shown and typed into before the rest runs.

/** Milliseconds from the address to this line. Below it the whole start is shorter than waiting for a frame. */
const slowStartFrom = 150;
/** Milliseconds; a browser that tells of no paint, and a page that nobody sees, do not wait longer. */
const paintTimeout = 300;

/** Lets what waits go first: a key, a press, a frame. */
const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Once the form is on screen and has had a frame to be typed into. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0)
        requestAnimationFrame(() => void yieldToMain().then(resolve));
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, document.hidden ? 0 : paintTimeout);
  });
}

async function start(): Promise<void> {
  if (performance.now() > slowStartFrom && document.querySelector('form.sign-card')) {
    await firstPaint();
    await import(/* webpackMode: "eager" */ 'react-dom/client');
    await yieldToMain();
  }
  await import(/* webpackMode: "eager" */ './main.tsx');
}

void start();
