// The page at /moments/news: what others did with my moments.
import { api } from '@amber/client/engine';
import { useAsk } from '@amber/client/ask';
import { useRemarks } from '@amber/client/live';
import { sentenceOf } from '@amber/client/sentenceOf';
import { useSession } from '@amber/client/session';
import type { BlogNews_Kind, UserInfo } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useNow } from '@amber/ui/useNow';
import { formatList } from '@amber/words/formats';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Gathered, gather, news$, useNews } from './news.ts';
import { places } from '../places.ts';
import { redrawEvery, since } from '../card/since.ts';
import { words as strings } from '../words/gen/moments.ts';
import { words } from '../words/gen/news.ts';
import styles from './News.module.css';

/** Names before the others are counted. */
const named = 2;

const sentences: Record<BlogNews_Kind, (names: { names: string }) => string> = {
  like: (names) => words.like(names),
  comment: (names) => words.comment(names),
  answer: (names) => words.answer(names),
  follow: (names) => words.follow(names),
};

/** Opening it is having seen it. */
export function News() {
  const session = useSession();
  const [asked, again] = useAsk(() => api.circle.getNews({}), [session?.identifier]);
  const latest = useNews();
  const answer = asked.status === 'ready' ? asked.answer : undefined;
  const news = latest ?? answer ?? null;
  // What was new when the page was opened stays marked while it is open.
  const [seenBefore, setSeenBefore] = useState<number | null>(null);
  if (news && seenBefore === null) setSeenBefore(news.seenAt);
  const newest = news?.list[0]?.time ?? 0;
  const isUnseen = news !== null && newest > news.seenAt;
  useEffect(() => {
    if (!isUnseen) return;
    api.circle.setNews({ seenAt: newest }).then(
      () => news && news$.next({ ...news, seenAt: newest }),
      () => undefined,
    );
  }, [isUnseen, newest]); // oxlint-disable-line react-hooks/exhaustive-deps -- told once for each newest
  const lines = news ? gather({ list: news.list, seenAt: seenBefore ?? news.seenAt }) : [];
  return (
    <Page title={words.title} before={<BackLink to={places.moments()} label={strings.back} />}>
      {!news && asked.status === 'loading' && <Skeleton rows={5} />}
      {!news && asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />
      )}
      {news && lines.length === 0 && (
        <EmptyState
          Icon={MomentsIcon}
          title={words.none}
          text={words.noneHint}
          action={<ButtonLink to={places.moments()}>{strings.moments}</ButtonLink>}
        />
      )}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <Line key={`${line.kind} ${line.blogId} ${line.time}`} line={line} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Line({ line: { kind, blogId, text, time, people, isNew } }: { line: Gathered }) {
  const now = useNow(redrawEvery);
  const remarks = useRemarks();
  const nameOf = ({ identifier, lastName }: UserInfo) => remarks.get(identifier) || lastName || strings.someone;
  const [first] = people;
  const names = people.slice(0, named).map(nameOf);
  if (people.length > named) names.push(words.others({ count: people.length - named }));
  const to = blogId ? places.moment({ blogId }) : places.person({ identifier: first?.identifier ?? '' });
  return (
    <li>
      <Link className={styles.line} to={to} data-new={isNew || undefined}>
        <Avatar identifier={first?.identifier ?? ''} name={names[0] ?? ''} src={first?.avatar} size={40} />
        <span className={styles.words}>
          <span className={styles.sentence}>{sentences[kind]({ names: formatList(names) })}</span>
          {text && (
            <span className={styles.text} dir="auto">
              {text}
            </span>
          )}
        </span>
        <time className={styles.time} dateTime={new Date(time).toISOString()}>
          {since(time, now)}
        </time>
      </Link>
    </li>
  );
}
