// One moment: who, when, what.
import type { Blog } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { formatDate } from '@amber/words/formats';
import { since } from './since.ts';
import { words } from './words/gen/moments.ts';
import styles from './MomentCard.module.css';

interface MomentCardProps {
  blog: Blog;
  /** My remark for the author. */
  remark?: string | undefined;
  now: number;
}

/** An article named by its author. */
export function MomentCard({ blog: { text, time, user }, remark, now }: MomentCardProps) {
  const name = remark || user?.lastName || words.someone;
  return (
    <article className={styles.card} aria-label={name}>
      <Avatar identifier={user?.identifier ?? ''} name={name} src={user?.avatar} size={40} />
      <div className={styles.body}>
        <header className={styles.header}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <time
            className={styles.time}
            dateTime={new Date(time).toISOString()}
            title={formatDate(time, 'fullDateAndTime')}
          >
            {since(time, now)}
          </time>
        </header>
        <p className={styles.text}>{text}</p>
      </div>
    </article>
  );
}
