// Parts of a feed that are drawn, or left out while they are out of sight, together: a browser watches each of them.

/** Moments in a group. */
const groupSize = 6;

export type Groups = Map<string, number>;

/**
 * The items in their order, in groups. `known` remembers each item's group, so that one that comes or goes moves no
 * other into another group, where it would be made anew.
 */
export function groupItems<Item extends { blogId: string }>(
  items: readonly Item[],
  groupKeys: Groups,
): { key: number; items: Item[] }[] {
  const groups: { key: number; items: Item[] }[] = [];
  const first = items.findIndex(({ blogId }) => groupKeys.has(blogId));
  const above = items.slice(0, Math.max(first, 0)).reverse();
  let top = first < 0 ? 0 : groupKeys.get(items[first]!.blogId)!;
  // What is new at the top is counted upwards.
  above.forEach(({ blogId }, index) => groupKeys.set(blogId, (top -= index % groupSize === 0 ? 1 : 0)));
  for (const item of items) {
    const last = groups.at(-1);
    const next = last && last.items.length >= groupSize ? last.key + 1 : (last?.key ?? 0);
    const key = Math.max(groupKeys.get(item.blogId) ?? next, last?.key ?? -Infinity);
    groupKeys.set(item.blogId, key);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups;
}
