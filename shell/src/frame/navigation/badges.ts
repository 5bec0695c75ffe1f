// What each kind of badge counts: rows of this device, or what a loaded remote says.
import { countPendingApplies } from '@amber/client/contactApplies';
import { conversations$, live$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { sumUnread } from '@amber/client/unread';
import type { PlaceEntry } from '@amber/proto';
import { BehaviorSubject, distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs';
import type { Feature } from '../../federation/registry/Feature.ts';

const unread$ = (kind: 'chats' | 'spaces' | 'bots') =>
  conversations$.pipe(
    map((rows) => sumUnread(rows)[kind].unread),
    distinctUntilChanged(),
  );

/** Whether the page is open on which requests are answered: none waits then. */
export const isRequestsPageOpen$ = new BehaviorSubject(false);

const pendingRequests$ = live$(
  async (db) => countPendingApplies(await db.applies.toArray(), session$.value?.identifier ?? '', Date.now()),
  0,
);

/** Each remote's own count, once it is loaded. */
const own = new Map<Feature, BehaviorSubject<Observable<number>>>();

function ownBadgeOf(feature: Feature): BehaviorSubject<Observable<number>> {
  const known = own.get(feature) ?? new BehaviorSubject<Observable<number>>(of(0));
  own.set(feature, known);
  return known;
}

/** A remote has been loaded: from now on its badge is what it says. */
export const setOwnBadge = (feature: Feature, badge$: Observable<number>): void => ownBadgeOf(feature).next(badge$);

const kinds: Record<PlaceEntry['badge'], ((feature: Feature) => Observable<number>) | null> = {
  none: null,
  chats: () => unread$('chats'),
  spaces: () => unread$('spaces'),
  applies: () =>
    isRequestsPageOpen$.pipe(switchMap((isRequestsPageOpen) => (isRequestsPageOpen ? of(0) : pendingRequests$))),
  bots: () => unread$('bots'),
  own: (feature) => ownBadgeOf(feature).pipe(switchMap((badge$) => badge$)),
};

const cachedBadges = new Map<string, Observable<number>>();

/** The count of an entry, the same stream every time; undefined where there is none. */
export function badgeOf(feature: Feature, kind: PlaceEntry['badge']): Observable<number> | undefined {
  const key = `${kind} ${kind === 'own' ? feature : ''}`;
  const badge$ = cachedBadges.get(key) ?? kinds[kind]?.(feature);
  if (badge$) cachedBadges.set(key, badge$);
  return badge$;
}
