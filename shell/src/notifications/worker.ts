// The page's line to the service worker.
import type { Held, PageMessage } from '../../sw/messages.ts';

/** The worker's registration once it runs; undefined where there is none. */
export async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration('/chat/');
  return found && !found.active ? navigator.serviceWorker.ready : found;
}

/** Says something to the worker; without one nothing happens. */
export async function tellWorker(message: PageMessage, transfer: Transferable[] = []): Promise<boolean> {
  const worker = (await registration())?.active;
  worker?.postMessage(message, transfer);
  return worker !== undefined && worker !== null;
}

/** How long the worker may take to start and to read what it holds. */
const answerWithin = 5_000;

/** What was handed to the app from outside, and is not taken yet. */
export async function readHeld(): Promise<Held | null> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Held | null>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data as Held | null), { once: true });
    setTimeout(() => resolve(null), answerWithin);
  });
  port1.start();
  return (await tellWorker({ kind: 'readHeld' }, [port2])) ? answer : null;
}
