// The counts of each kind of badge, from this device's rows or from a loaded remote.
import { countPendingRequests } from '@amber/client/contactRequests';
import { live$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { unreadBadge$ } from '@amber/client/unreadBadge';
import type { PlaceEntry } from '@amber/proto';
import { BehaviorSubject, map, type Observable, of, switchMap } from 'rxjs';
import type { Feature } from '../../federation/registry/Feature.ts';

/** Whether the page that lists the contact requests is open; then none counts as pending. */
export const isRequestsPageOpen$ = new BehaviorSubject(false);

/** How many people wait for this account to answer in a bot's place. */
export const waitingCount$ = new BehaviorSubject(0);

const pendingRequests$ = live$(
  async (db) => countPendingRequests(await db.applies.toArray(), session$.value?.identifier ?? '', Date.now()),
  0,
);

/** The badge of each remote, which emits once the remote is loaded. */
const own = new Map<Feature, BehaviorSubject<Observable<number>>>();

function ownBadgeOf(feature: Feature): BehaviorSubject<Observable<number>> {
  const known = own.get(feature) ?? new BehaviorSubject<Observable<number>>(of(0));
  own.set(feature, known);
  return known;
}

/** Sets the badge of a remote once it is loaded. */
export const setOwnBadge = (feature: Feature, badge$: Observable<number>): void => ownBadgeOf(feature).next(badge$);

const kinds: Record<PlaceEntry['badge'], ((feature: Feature) => Observable<number>) | null> = {
  none: null,
  chats: () => unreadBadge$('chats'),
  spaces: () => unreadBadge$('spaces'),
  applies: () =>
    isRequestsPageOpen$.pipe(switchMap((isRequestsPageOpen) => (isRequestsPageOpen ? of(0) : pendingRequests$))),
  bots: () => waitingCount$.pipe(switchMap((waiting) => unreadBadge$('bots').pipe(map((unread) => unread + waiting)))),
  own: (feature) => ownBadgeOf(feature).pipe(switchMap((badge$) => badge$)),
};

const cachedBadges = new Map<string, Observable<number>>();

/** Returns the count of an entry, always the same stream for the same entry; undefined if it has no badge. */
export function badgeOf(feature: Feature, kind: PlaceEntry['badge']): Observable<number> | undefined {
  const key = `${kind} ${kind === 'own' ? feature : ''}`;
  const badge$ = cachedBadges.get(key) ?? kinds[kind]?.(feature);
  if (badge$) cachedBadges.set(key, badge$);
  return badge$;
}
