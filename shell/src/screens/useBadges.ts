// The counts beside the entries of the main navigation, and their sum in the page's title.
import { useEffect, useState } from 'react';
import { combineLatest, map, type Observable, startWith } from 'rxjs';
import { strings } from './strings.ts';

interface Item {
  key: string;
  badge$?: Observable<number>;
}

/** Each entry's count by its key. */
export function useBadges(items: readonly Item[]): Readonly<Record<string, number>> {
  const [counts, setCounts] = useState<Record<string, number>>({});
  // Entries come anew with every render; the streams behind them rarely change.
  const streams = items.map(({ badge$ }) => badge$);
  useEffect(() => {
    const named = items.flatMap(({ key, badge$ }) => (badge$ ? [badge$.pipe(startWith(0), map((count) => [key, count] as const))] : []));
    const subscription = combineLatest(named).subscribe((pairs) => setCounts(Object.fromEntries(pairs)));
    return () => subscription.unsubscribe();
  }, streams);

  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  useEffect(() => {
    document.title = strings.titleWith(total);
  }, [total]);
  return counts;
}
