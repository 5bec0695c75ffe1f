// Messages between the page and its service worker.
import type { PendingShare, PageMessage } from '../../sw/messages.ts';

/** Resolves to the worker's registration once it runs; undefined if there is none. */
export async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration('/chat/');
  return found && !found.active ? navigator.serviceWorker.ready : found;
}

/** Posts a message to the worker. Resolves to false, without an effect, if there is none. */
export async function postToWorker(message: PageMessage, transfer: Transferable[] = []): Promise<boolean> {
  const worker = (await registration())?.active;
  worker?.postMessage(message, transfer);
  return worker !== undefined && worker !== null;
}

/** Milliseconds that the worker may take to start and to read the stored share. */
const answerTimeout = 5_000;

/** Resolves to what another app shared with this one, if no chat has been chosen for it yet. */
export async function readPendingShare(): Promise<PendingShare | null> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<PendingShare | null>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data as PendingShare | null), { once: true });
    setTimeout(() => resolve(null), answerTimeout);
  });
  port1.start();
  return (await postToWorker({ kind: 'readHeld' }, [port2])) ? answer : null;
}
