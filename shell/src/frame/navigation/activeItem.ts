// Decides which entry of the main navigation is active for an address.

interface Item {
  key: string;
  to: string;
  /** The feature that the entry belongs to. */
  feature: string;
}

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

/**
 * Returns the entry with the longest match among those of the feature that shows the path, else its first one. All of
 * /settings belongs to the settings' entry.
 */
export function activeItem(items: readonly Item[], path: string, feature: string | undefined): string | undefined {
  if (feature === undefined)
    return isBelow(path, '/settings') ? items.find((item) => item.feature === '')?.key : undefined;
  const own = items.filter((item) => item.feature === feature);
  return (own.filter(({ to }) => isBelow(path, to)).sort((a, b) => b.to.length - a.to.length)[0] ?? own[0])?.key;
}
