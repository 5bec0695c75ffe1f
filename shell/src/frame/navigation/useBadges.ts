// The badge counts of the navigation entries, and their sum in the page's title.
import { limits } from '@amber/proto/limits';
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

/**
 * Shows the count where it is visible while the page is in the background: in the title, the tab's icon and the app's
 * badge. 0 removes it.
 */
function showUnread(count: number, draw: Draw | null): void {
  changeTitle({ unread: count });
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute('href', count > 0 && draw ? draw(count) : '/chat/favicon.svg');
  // The badge fails if the page is not installed; the title and the icon show the count anyway.
  navigator.setAppBadge?.(count)?.catch(() => {});
}

type Draw = (count: number) => string;

/** Returns the function that draws the icon, once there is a count and the page has had time to load. */
function useTabIcon(hasCount: boolean): Draw | null {
  const [draw, setDraw] = useState<Draw | null>(null);
  useEffect(() => {
    if (!hasCount || draw) return;
    const timer = setTimeout(
      () =>
        import(/* webpackChunkName: "tabIcon" */ './tabIcon.ts').then(
          ({ tabIcon }) => setDraw(() => tabIcon),
          () => {}, // The title shows the count anyway.
        ),
      limits.backgroundSetupDelay,
    );
    return () => clearTimeout(timer);
  }, [hasCount, draw]);
  return draw;
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
  const count = isShown ? total : 0;
  const draw = useTabIcon(count > 0);
  useEffect(() => showUnread(count, draw), [count, draw]);
  // Nobody's count remains after signing out.
  useEffect(() => () => showUnread(0, null), []);
  return counts;
}
