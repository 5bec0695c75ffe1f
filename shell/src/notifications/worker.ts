// The page's line to the service worker.
import type { PendingShare, PageMessage } from '../../sw/messages.ts';

/** The worker's registration once it runs; undefined where there is none. */
export async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration('/chat/');
  return found && !found.active ? navigator.serviceWorker.ready : found;
}

/** Says something to the worker; without one nothing happens. */
export async function postToWorker(message: PageMessage, transfer: Transferable[] = []): Promise<boolean> {
  const worker = (await registration())?.active;
  worker?.postMessage(message, transfer);
  return worker !== undefined && worker !== null;
}

/** How long the worker may take to start and to read what it holds. */
const answerTimeout = 5_000;

/** What was handed to the app from outside, and is not taken yet. */
export async function readPendingShare(): Promise<PendingShare | null> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<PendingShare | null>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data as PendingShare | null), { once: true });
    setTimeout(() => resolve(null), answerTimeout);
  });
  port1.start();
  return (await postToWorker({ kind: 'readHeld' }, [port2])) ? answer : null;
}
