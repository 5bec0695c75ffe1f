// The page's first code. On a slow device, people see the prerendered form and type into it before the rest runs.

/** Milliseconds from the navigation to this line. Below it, the whole start is shorter than waiting for a frame. */
const slowStartFrom = 150;
/** Milliseconds; browsers without paint timing, and hidden pages, wait no longer. */
const paintTimeout = 300;

/** Lets pending work run first: a key, a press, a frame. */
const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Resolves once the form is painted and has had a frame to receive input. */
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
