// Starts the engine's worker, or connects to the one of another tab.

// The URL and name are stable, because the browser identifies a shared worker by both, and two workers would be two
// engines.
const address = '/chat/engine.js';
const name = 'amber-engine';

let own: Worker | undefined;
let shared: SharedWorker | undefined;

/** May be called at any time: it connects to a running worker instead of starting a second one. */
export function startEngine(): void {
  if (typeof SharedWorker === 'function') {
    shared = new SharedWorker(address, { name });
    shared.port.start();
    return;
  }
  // Without shared workers each tab has its own worker; all but the one with the lock wait.
  own?.terminate();
  own = new Worker(address, { name });
}
