// The counts beside the entries of the main navigation, and their sum in the page's title.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { map, merge, type Observable } from 'rxjs';
import { attention, watchAttention } from '../attention.ts';
import { showUnread } from './showUnread.ts';

interface Item {
  key: string;
  badge$?: Observable<number>;
}

/** The same array as before while it would hold the same streams: entries come anew with every render. */
function useSame(items: readonly Item[]): readonly Item[] {
  const [kept, keep] = useState(items);
  const isSame = kept.length === items.length && kept.every(({ key, badge$ }, index) => key === items[index]!.key && badge$ === items[index]!.badge$);
  if (!isSame) keep(items);
  return isSame ? kept : items;
}

/** Each entry's count by its key. */
export function useBadges(items: readonly Item[]): Readonly<Record<string, number>> {
  const [counts, setCounts] = useState<Record<string, number>>({});
  const same = useSame(items);
  useEffect(() => {
    const counted = same.flatMap(({ key, badge$ }) => (badge$ ? [badge$.pipe(map((count) => ({ [key]: count })))] : []));
    const subscription = merge(...counted).subscribe((count) => setCounts((known) => ({ ...known, ...count })));
    return () => subscription.unsubscribe();
  }, [same]);

  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isShown = useSyncExternalStore(watchAttention, () => attention().badge);
  useEffect(() => showUnread(isShown ? total : 0), [isShown, total]);
  return counts;
}
