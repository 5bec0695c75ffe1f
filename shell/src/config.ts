// The configuration that the gateway writes into the page: the registry of releases.

export interface PageConfig {
  /** Untrusted, and read where it is taken in. */
  registry: unknown;
  /** Where the source of this server is; empty when not configured. */
  sourceUrl: string;
}

const none: PageConfig = { registry: null, sourceUrl: '' };

/** The page's data block, read once; a page without one offers no features. */
export const pageConfig: PageConfig = (() => {
  const block = document.getElementById('amber-config');
  return block?.textContent ? (JSON.parse(block.textContent) as PageConfig) : none;
})();
