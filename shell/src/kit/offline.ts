// Registers the service worker that caches the app for offline starts, and updates it when the user accepts.
import { update$ } from './update.ts';

declare const __BUILD__: number;

/** Returns the avatars on screen: files that belong to no release. */
const pictures = () =>
  Object.fromEntries(
    [...document.images]
      .map(({ src }) => new URL(src))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/chat/avatars/'))
      .map(({ pathname }) => [pathname, '']),
  );

/** Resolves to the build of a worker. */
const buildOf = (worker: ServiceWorker) =>
  new Promise<number>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data as number), { once: true });
    port1.start();
    worker.postMessage({ kind: 'build' }, [port2]);
  });

/** Announces the waiting worker, now or once one is installed. */
function announceUpdates(registration: ServiceWorkerRegistration): void {
  const announce = async () => {
    const { waiting } = registration;
    // Without a controller this is the first worker, which replaces nothing.
    if (!waiting || !navigator.serviceWorker.controller) return;
    // After a reload the page already is the new build.
    if ((await buildOf(waiting)) === __BUILD__) {
      waiting.postMessage({ kind: 'update' });
      return;
    }
    update$.next({
      apply() {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        // If the update was accepted in another tab, the worker is already active.
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

/** Returns the path of this build's script, by which the worker checks whether the gateway still serves this build. */
const ownScriptPath = (): string => new URL(document.querySelector<HTMLScriptElement>('script[src]')!.src).pathname;

/** Caches the page, the host's files and the given ones, each with its hash; or `only` those with these URLs. */
export type CacheFiles = (files: Record<string, string>, only?: readonly string[]) => void;

/** Registers the worker. */
export async function startOffline(): Promise<CacheFiles> {
  if (!('serviceWorker' in navigator)) return () => {};
  await navigator.serviceWorker.register('/chat/sw.js', { scope: '/chat/' });
  const registration = await navigator.serviceWorker.ready;
  announceUpdates(registration);
  addEventListener('focus', () => void registration.update().catch(() => {})); // fails offline
  return (files, only) =>
    registration.active?.postMessage({
      kind: 'keep',
      script: ownScriptPath(),
      files: { ...files, ...pictures() },
      only,
    });
}
