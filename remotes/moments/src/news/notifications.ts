// What others did with my moments: gathered by moment, and how much of it has not been looked at.
import { api, events$ } from '@amber/client/engine';
import { session$ } from '@amber/client/session';
import type { BlogNews, GetNewsReply, UserInfo } from '@amber/proto';
import { useEffect, useState } from 'react';
import { BehaviorSubject, debounceTime, distinctUntilChanged, filter, map, merge } from 'rxjs';

/** What comes within this time is asked for at once. */
const debounceMs = 500;

export const notifications$ = new BehaviorSubject<GetNewsReply | null>(null);

/** One line: who did the same with the same moment, the latest first. */
export interface NotificationGroup extends Pick<BlogNews, 'kind' | 'blogId' | 'text' | 'time'> {
  people: readonly UserInfo[];
  isNew: boolean;
}

/** News of the same kind about the same moment stand in one line; the seen and the unseen apart. */
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

/** Asks again. What failed is asked for with the next news. */
const fetchNotifications = (): Promise<void> =>
  Promise.resolve(session$.value ? api.circle.getNews({}) : null).then(
    (notifications) => notifications$.next(notifications),
    () => undefined,
  );

// As long as the feature runs: who is signed in, and what the gateway says has happened.
merge(
  session$.pipe(
    map((session) => session?.identifier),
    distinctUntilChanged(),
  ),
  events$.pipe(filter(({ type }) => type === 'momentNews')),
)
  .pipe(debounceTime(debounceMs))
  .subscribe(() => void fetchNotifications());

/** The news in a component. */
export function useNotifications(): GetNewsReply | null {
  const [notifications, setNotifications] = useState(notifications$.value);
  useEffect(() => {
    const subscription = notifications$.subscribe(setNotifications);
    return () => subscription.unsubscribe();
  }, []);
  return notifications;
}

/** How many lines have not been looked at. */
export const useUnseenCount = (): number => countUnseenGroups(useNotifications());
