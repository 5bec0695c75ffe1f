// The page at /moments/news, which lists other people's reactions to my moments.
import { api } from '@amber/client/engine';
import { useQuery } from '@amber/client/useQuery';
import { useRemarks } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { UserInfo } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { useNow } from '@amber/ui/useNow';
import { formatList } from '@amber/words/formats';
import { displayName } from '@amber/ui/personName';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { type NotificationGroup, groupNotifications, notifications$ } from './notifications.ts';
import { momentPaths } from '../momentPaths.ts';
import { refreshInterval, relativeTime } from '../card/relativeTime.ts';
import { words as strings } from '../words/gen/moments.ts';
import { words } from '../words/gen/news.ts';
import styles from './Notifications.module.css';

/** The number of people who are named; the others are counted. */
const named = 2;

/** Opening the page marks the notifications as seen. */
export function Notifications() {
  const session = useSession();
  const [request, refetch] = useQuery(() => api.circle.getNews({}), [session?.identifier]);
  const latest = useBehaviorSubject(notifications$);
  const answer = request.status === 'ready' ? request.answer : undefined;
  const notifications = latest ?? answer ?? null;
  // Notifications that were new when the page was opened remain marked while it is open.
  const [seenBefore, setSeenBefore] = useState<number | null>(null);
  if (notifications && seenBefore === null) setSeenBefore(notifications.seenAt);
  const newest = notifications?.list[0]?.time ?? 0;
  const isUnseen = notifications !== null && newest > notifications.seenAt;
  useEffect(() => {
    if (!isUnseen) return;
    api.circle.setNews({ seenAt: newest }).then(
      () => notifications && notifications$.next({ ...notifications, seenAt: newest }),
      () => undefined,
    );
  }, [isUnseen, newest]); // oxlint-disable-line react-hooks/exhaustive-deps -- the gateway is notified once per newest notification
  const groups = notifications
    ? groupNotifications({ list: notifications.list, seenAt: seenBefore ?? notifications.seenAt })
    : [];
  return (
    <Page title={words.title} before={<BackLink to={momentPaths.moments()} label={strings.back} />}>
      {!notifications && <QueryStatus request={request} refetch={refetch} rows={5} />}
      {notifications && groups.length === 0 && (
        <EmptyState
          Icon={MomentsIcon}
          title={words.none}
          text={words.noneHint}
          action={<ButtonLink to={momentPaths.moments()}>{strings.moments}</ButtonLink>}
        />
      )}
      {groups.length > 0 && (
        <ul className={styles.lines}>
          {groups.map((group) => (
            <NotificationRow key={`${group.kind} ${group.blogId} ${group.time}`} group={group} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function NotificationRow({ group: { kind, blogId, text, time, people, isNew } }: { group: NotificationGroup }) {
  const now = useNow(refreshInterval);
  const remarks = useRemarks();
  const nameOf = (person: UserInfo) => displayName(person, remarks) || strings.someone;
  const [first] = people;
  const names = people.slice(0, named).map(nameOf);
  if (people.length > named) names.push(words.others({ count: people.length - named }));
  const to = blogId ? momentPaths.moment({ blogId }) : momentPaths.person({ identifier: first?.identifier ?? '' });
  return (
    <li>
      <Link className={styles.line} to={to} data-new={isNew || undefined}>
        <Avatar identifier={first?.identifier ?? ''} name={names[0] ?? ''} src={first?.avatar} size={40} />
        <span className={styles.words}>
          <span className={styles.sentence}>{words[kind]({ names: formatList(names) })}</span>
          {text && (
            <span className={styles.text} dir="auto">
              {text}
            </span>
          )}
        </span>
        <time className={styles.time} dateTime={new Date(time).toISOString()}>
          {relativeTime(time, now)}
        </time>
      </Link>
    </li>
  );
}
