// Which entry of the main navigation stands for an address.

interface Item {
  key: string;
  to: string;
  /** Whose it is. */
  feature: string;
}

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

/** Of the feature that shows the path: the entry with the longest match, else its first one. The settings' are all of /settings. */
export function activeItem(items: readonly Item[], path: string, feature: string | undefined): string | undefined {
  if (feature === undefined)
    return isBelow(path, '/settings') ? items.find((item) => item.feature === '')?.key : undefined;
  const own = items.filter((item) => item.feature === feature);
  return (own.filter(({ to }) => isBelow(path, to)).sort((a, b) => b.to.length - a.to.length)[0] ?? own[0])?.key;
}
