// The names of a page's databases.
import type { Page } from '@playwright/test';

/** The names of all IndexedDB databases of the page's origin. An account that was removed has left none but the host's. */
export const databaseNames = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
