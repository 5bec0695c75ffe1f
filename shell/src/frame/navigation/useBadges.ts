// The badge counts of the navigation entries, and their sum in the page's title.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { map, merge, type Observable } from 'rxjs';
import { alertSettings, watchAlertSettings } from '../../kit/alertSettings.ts';
import { changeTitle } from '../pageTitle.ts';

interface Item {
  key: string;
  badge$?: Observable<number>;
}

/** Returns the previous array while it holds the same streams, because every render creates new entries. */
function useStableItems(items: readonly Item[]): readonly Item[] {
  const [stable, setStable] = useState(items);
  const isSame =
    stable.length === items.length &&
    stable.every(({ key, badge$ }, index) => key === items[index]!.key && badge$ === items[index]!.badge$);
  if (!isSame) setStable(items);
  return isSame ? stable : items;
}

/** Shows the count in the title, which the tab's icon follows, and in the app's badge. 0 removes it. */
function showUnread(count: number): void {
  changeTitle({ unread: count });
  // The badge fails if the page is not installed; the title shows the count anyway.
  navigator.setAppBadge?.(count)?.catch(() => {});
}

/** Returns each entry's count by its key. */
export function useBadges(items: readonly Item[]): Readonly<Record<string, number>> {
  const [counts, setCounts] = useState<Record<string, number>>({});
  const stableItems = useStableItems(items);
  useEffect(() => {
    const counted = stableItems.flatMap(({ key, badge$ }) =>
      badge$ ? [badge$.pipe(map((count) => ({ [key]: count })))] : [],
    );
    const subscription = merge(...counted).subscribe((count) => setCounts((known) => ({ ...known, ...count })));
    return () => subscription.unsubscribe();
  }, [stableItems]);

  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isShown = useSyncExternalStore(watchAlertSettings, () => alertSettings().badge);
  useEffect(() => showUnread(isShown ? total : 0), [isShown, total]);
  // Nobody's count remains after signing out.
  useEffect(() => () => showUnread(0), []);
  return counts;
}
