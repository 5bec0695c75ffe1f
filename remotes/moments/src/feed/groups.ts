// Groups the items of a feed. Each group is rendered or skipped as one while out of sight, because a browser observes
// each group.

/** The number of moments in a group. */
const groupSize = 6;

export type Groups = Map<string, number>;

/**
 * Returns the items in their order, in groups. `groupKeys` remembers each item's group, so that adding or
 * removing one moves no other item into another group, which would render it again.
 */
export function groupItems<Item extends { blogId: string }>(
  items: readonly Item[],
  groupKeys: Groups,
): { key: number; items: Item[] }[] {
  const groups: { key: number; items: Item[] }[] = [];
  const first = items.findIndex(({ blogId }) => groupKeys.has(blogId));
  const above = items.slice(0, Math.max(first, 0)).reverse();
  let top = first < 0 ? 0 : groupKeys.get(items[first]!.blogId)!;
  // New items at the top are counted upwards.
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
