// Notifications about my moments: other people's actions grouped by moment, and the number of unseen groups.
import { api, events$ } from '@amber/client/engine';
import { session$ } from '@amber/client/session';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import type { BlogNews, GetNewsReply, UserInfo } from '@amber/proto';
import { BehaviorSubject, debounceTime, distinctUntilChanged, filter, map, merge } from 'rxjs';

/** Milliseconds; events within this time cause one request. */
const debounceMs = 500;

export const notifications$ = new BehaviorSubject<GetNewsReply | null>(null);

/** A group of people who did the same with the same moment, latest first. */
export interface NotificationGroup extends Pick<BlogNews, 'kind' | 'blogId' | 'text' | 'time'> {
  people: readonly UserInfo[];
  isNew: boolean;
}

/** Groups notifications of the same kind about the same moment; seen and unseen ones are separate. */
export function groupNotifications({ list, seenAt }: Pick<GetNewsReply, 'list' | 'seenAt'>): NotificationGroup[] {
  const lines = new Map<string, NotificationGroup & { people: UserInfo[] }>();
  for (const { kind, blogId, text, time, user } of list) {
    const isNew = time > seenAt;
    const key = `${kind} ${blogId} ${isNew}`;
    const line = lines.get(key) ?? { kind, blogId, text, time, isNew, people: [] };
    if (user) line.people.push(user);
    lines.set(key, line);
  }
  return [...lines.values()];
}

export const countUnseenGroups = (notifications: GetNewsReply | null): number =>
  notifications ? groupNotifications(notifications).filter(({ isNew }) => isNew).length : 0;

/** Fetches the notifications. A failed request is retried with the next event. */
const fetchNotifications = (): Promise<void> =>
  Promise.resolve(session$.value ? api.circle.getNews({}) : null).then(
    (notifications) => notifications$.next(notifications),
    () => undefined,
  );

// The subscription lasts as long as the feature runs: it follows the session and the gateway's events.
merge(
  session$.pipe(
    map((session) => session?.identifier),
    distinctUntilChanged(),
  ),
  events$.pipe(filter(({ type }) => type === 'momentNews')),
)
  .pipe(debounceTime(debounceMs))
  .subscribe(() => void fetchNotifications());

/** Returns the number of unseen groups. */
export const useUnseenCount = (): number => countUnseenGroups(useBehaviorSubject(notifications$));
