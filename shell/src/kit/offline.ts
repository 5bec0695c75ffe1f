// Lets the app start offline: a service worker caches what is on screen, and updates when the user accepts.
import { update$ } from './update.ts';

declare const __BUILD__: number;

/** Avatars on screen: files that belong to no release. */
const pictures = () =>
  Object.fromEntries(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/chat/avatars/'))
      .map(({ pathname }) => [pathname, '']),
  );

/** The build that a worker comes from. */
const buildOf = (worker: ServiceWorker) =>
  new Promise<number>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data as number), { once: true });
    port1.start();
    worker.postMessage({ kind: 'build' }, [port2]);
  });

/** Announces the waiting worker, now or later. */
function announceUpdates(registration: ServiceWorkerRegistration): void {
  const announce = async () => {
    const { waiting } = registration;
    // Without a controller this is the first worker, and nothing is replaced.
    if (!waiting || !navigator.serviceWorker.controller) return;
    // After a reload the page already is the new build.
    if ((await buildOf(waiting)) === __BUILD__) {
      waiting.postMessage({ kind: 'update' });
      return;
    }
    update$.next({
      apply() {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        // It was accepted in another tab and has taken over.
        if (registration.waiting === waiting) waiting.postMessage({ kind: 'update' });
        else location.reload();
      },
    });
  };
  void announce();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', () => void announce()),
  );
}

/** This build's script: tells the worker whether the gateway still serves this build. */
const ownScriptPath = (): string => new URL(document.querySelector<HTMLScriptElement>('script[src]')!.src).pathname;

/** Registers the worker; resolves to a function that makes it cache the page, the host and these files, each with its hash. */
export async function startOffline(): Promise<(files: Record<string, string>) => void> {
  if (!('serviceWorker' in navigator)) return () => {};
  await navigator.serviceWorker.register('/chat/sw.js', { scope: '/chat/' });
  const registration = await navigator.serviceWorker.ready;
  announceUpdates(registration);
  addEventListener('focus', () => void registration.update().catch(() => {})); // fails offline
  return (files) =>
    registration.active?.postMessage({
      kind: 'keep',
      script: ownScriptPath(),
      files: { ...files, ...pictures() },
    });
}
