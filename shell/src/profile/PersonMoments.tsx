// A person's moments, latest first.
import { api } from '@amber/client/engine';
import { usePages } from '@amber/client/pages';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { sourcesOf } from '@amber/proto/publicPictures';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/profile.ts';
import styles from './Profile.module.css';

const idOf = ({ blogId }: Blog) => blogId;

/** A tab of the page. */
export function PersonMoments({ identifier }: { identifier: string }) {
  const [pages, loadMore, refetch] = usePages(
    async (after) => {
      const { list, next } = await api.circle.getUserBlogList({ identifier, after, pageSize: limits.momentsPage });
      return { rows: list, next };
    },
    idOf,
    [identifier],
  );
  if (pages.status === 'loading') return <Skeleton rows={3} look="lines" />;
  if (pages.status === 'error')
    return <Notice sentence={sentenceOf(pages.fault)} code={pages.fault.code} onRetry={refetch} />;
  if (pages.rows.length === 0)
    return (
      <EmptyState
        Icon={MomentsIcon}
        title={words.noMoments}
        text={words.noMomentsText}
        action={<ButtonLink to={paths.momentsBy({ identifier })}>{words.openMoments}</ButtonLink>}
      />
    );
  return (
    <>
      <ButtonLink to={paths.momentsBy({ identifier })}>{words.openMoments}</ButtonLink>
      <ul className={styles.moments}>
        {pages.rows.map(({ blogId, text, time, pictures }) => (
          <li key={blogId} className={styles.moment}>
            <time className={styles.time} dateTime={new Date(time).toISOString()}>
              {formatDate(time, 'dateAndTime')}
            </time>
            {text && <p className={styles.text}>{text}</p>}
            {pictures.length > 0 && (
              <div className={styles.pictures}>
                {pictures.map(({ path, alt }, place) => (
                  <img key={place} {...sourcesOf(path)} sizes="72px" alt={alt} loading="lazy" />
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {pages.fault && <Notice sentence={sentenceOf(pages.fault)} code={pages.fault.code} onRetry={loadMore} />}
      {pages.more && !pages.fault && <Button onClick={loadMore}>{words.olderMoments}</Button>}
    </>
  );
}
