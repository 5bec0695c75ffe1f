// Installing the app: its manifest in the page's language, and the browser's offer, kept until somebody asks for it.
import { BehaviorSubject } from 'rxjs';

/** What browsers pass with 'beforeinstallprompt'; no library of types knows it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Installs the app by a press; null where the browser offers no such thing, or it is installed. */
export const install$ = new BehaviorSubject<(() => Promise<void>) | null>(null);

const languages = ['en', 'zh-Hans'];

/** Links the manifest, once. Not in the page's head: nobody waits for it. */
export function linkManifest(): void {
  if (document.querySelector('link[rel="manifest"]')) return;
  addEventListener('beforeinstallprompt', (event) => {
    // No banner: the settings have a row for it.
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
