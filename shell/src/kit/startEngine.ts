// Starts the engine's worker, or joins the one of another tab.

// A stable URL and name: the browser identifies a shared worker by both, and two workers would be two engines.
const address = '/chat/engine.js';
const name = 'amber-engine';

let own: Worker | undefined;
let shared: SharedWorker | undefined;

/** May be called at any time: a running worker is joined, not doubled. */
export function startEngine(): void {
  if (typeof SharedWorker === 'function') {
    shared = new SharedWorker(address, { name });
    shared.port.start();
    return;
  }
  // Then each tab has its own worker; all but the one with the lock wait.
  own?.terminate();
  own = new Worker(address, { name });
}
