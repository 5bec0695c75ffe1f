// The signed-in account of a browser, read from its database: for calls that no screen makes.
import type { Page } from '@playwright/test';

interface Account {
  identifier: string;
  token: string;
  deviceId: string;
}

/** The account of the page's browser. */
export const accountOf = (page: Page): Promise<Account> =>
  page.evaluate(
    () =>
      new Promise<Account>((resolve, reject) => {
        const openRequest = indexedDB.open('amber');
        openRequest.onerror = () => reject(openRequest.error);
        openRequest.onsuccess = () => {
          const all = openRequest.result.transaction('accounts').objectStore('accounts').getAll();
          all.onsuccess = () => {
            openRequest.result.close();
            resolve((all.result as (Account & { current?: 1 })[]).find(({ current }) => current)!);
          };
        };
      }),
  );
