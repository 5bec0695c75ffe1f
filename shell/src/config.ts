// What the gateway has written into the page: the registry of releases.
import type { Registry } from '@amber/proto';

export interface PageConfig {
  registry: Registry;
}

const none: PageConfig = { registry: { revision: 0, offers: [] } };

/** The page's own data block, read once; a page without one offers nothing. */
export const pageConfig: PageConfig = (() => {
  const block = document.getElementById('amber-config');
  return block?.textContent ? (JSON.parse(block.textContent) as PageConfig) : none;
})();
