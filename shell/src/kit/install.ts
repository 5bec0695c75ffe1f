// App installation: the manifest in the page's language, and the browser's install prompt, deferred until the user
// requests it.
import { BehaviorSubject } from 'rxjs';

/** The event 'beforeinstallprompt', which the DOM type library lacks. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Installs the app when the user requests it; null if the browser does not offer that, or the app is installed. */
export const install$ = new BehaviorSubject<(() => Promise<void>) | null>(null);

const languages = ['en', 'zh-Hans'];

/** Links the manifest, once. It is not in the page's head, so that it does not delay the first paint. */
export function linkManifest(): void {
  if (document.querySelector('link[rel="manifest"]')) return;
  addEventListener('beforeinstallprompt', (event) => {
    // The settings offer the installation, so the browser shows no banner.
    event.preventDefault();
    install$.next(async () => {
      install$.next(null);
      await (event as InstallPrompt).prompt();
    });
  });
  addEventListener('appinstalled', () => install$.next(null));
  const language = languages.find((one) => one === document.documentElement.lang) ?? 'en';
  const links = [
    ['manifest', `/chat/manifest.${language}.webmanifest`],
    ['apple-touch-icon', '/chat/icons/apple.png'],
  ] as const;
  for (const [rel, href] of links) document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}
