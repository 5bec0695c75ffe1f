// What the gateway has written into the page: the registry of releases.
import type { Registry } from '@amber/proto';

export interface PageConfig {
  registry: Registry;
  /** Where the source of this server is; empty when nobody has said. */
  sourceUrl: string;
}

const none: PageConfig = { registry: { revision: 0, offers: [] }, sourceUrl: '' };

/** The page's own data block, read once; a page without one offers nothing. */
export const pageConfig: PageConfig = (() => {
  const block = document.getElementById('amber-config');
  return block?.textContent ? (JSON.parse(block.textContent) as PageConfig) : none;
})();
