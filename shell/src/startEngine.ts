// Creates the worker of the engine, or joins the one that another tab has created.

// A stable address and name: the browser finds a shared worker by both, and two of them would be two engines.
const address = '/chat/engine.js';
const name = 'amber-engine';

let own: Worker | undefined;
let shared: SharedWorker | undefined;

/** May be called again at any time: a worker that lives is joined, not doubled. */
export function startEngine(): void {
  if (typeof SharedWorker === 'function') {
    shared = new SharedWorker(address, { name });
    shared.port.start();
    return;
  }
  // Each tab has a worker of its own then; all but the one with the lock wait.
  own?.terminate();
  own = new Worker(address, { name });
}
