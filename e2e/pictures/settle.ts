// Waits for a page to rest before its picture is taken.
import type { Page } from '@playwright/test';

/** Waits until nothing on the page has changed for half a second; a page that never rests is taken after ten. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const finish = () => {
          observer.disconnect();
          clearTimeout(latest);
          resolve();
        };
        let quiet = setTimeout(finish, 500);
        const observer = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(finish, 500);
        });
        const latest = setTimeout(finish, 10_000);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
