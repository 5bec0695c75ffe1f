// Lets the app start without a network: a service worker keeps what stands on screen, and changes when the user agrees.
import type { Release } from '@amber/proto';
import { BehaviorSubject } from 'rxjs';

/** A newer build that waits for the user's word; null while there is none. */
export const update$ = new BehaviorSubject<{ take(): void } | null>(null);

const filesOf = (releases: Release[]) =>
  Object.fromEntries(releases.flatMap(({ files }) => files.map(({ url, integrity }) => [url, integrity])));

/** What is seen without being anybody's release. */
const pictures = () =>
  Object.fromEntries(performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/chat/avatars/')).map(({ pathname }) => [pathname, '']));

/** Announces the worker that waits, now or later. */
function watch(registration: ServiceWorkerRegistration): void {
  const announce = () => {
    const { waiting } = registration;
    // Without a controller this is the first one, and nothing has been replaced.
    if (!waiting || !navigator.serviceWorker.controller) return;
    update$.next({
      take() {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        waiting.postMessage({ kind: 'update' });
      },
    });
  };
  announce();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', announce));
}

/** Registers the worker; resolves to a function that has it keep the page, the host and these releases. */
export async function startOffline(): Promise<(releases: Release[]) => void> {
  if (!('serviceWorker' in navigator)) return () => {};
  await navigator.serviceWorker.register('/chat/sw.js', { scope: '/chat/' });
  const registration = await navigator.serviceWorker.ready;
  watch(registration);
  addEventListener('focus', () => void registration.update().catch(() => {})); // offline it stays as it is
  return (releases) => registration.active?.postMessage({ kind: 'keep', files: { ...filesOf(releases), ...pictures() } });
}
