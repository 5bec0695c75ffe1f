// What the gateway has written into the page: the registry of features.

export interface RegistryEntry {
  version: string;
  /** The contract versions that this release works with. */
  contract: string;
  /** The address of the file to load first. */
  entry: string;
  /** The sha384 of every file, by its address. */
  integrity: Record<string, string>;
}

export interface PageConfig {
  registry: { revision: number; remotes: Record<string, RegistryEntry> };
}

const none: PageConfig = { registry: { revision: 0, remotes: {} } };

/** Read once: the page does not change under us. */
export const pageConfig: PageConfig = (() => {
  const block = document.getElementById('amber-config');
  return block?.textContent ? (JSON.parse(block.textContent) as PageConfig) : none;
})();
