// A moment with its author, time, content and actions.
import { placeName } from '@amber/client/seededNames';
import type { Blog } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { formatDate } from '@amber/words/formats';
import { personName } from '@amber/ui/personName';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MomentActions } from './MomentActions.tsx';
import { Pictures, picturesOf } from './Pictures.tsx';
import { momentPaths } from '../momentPaths.ts';
import { readersLabel } from '../writing/readersLabel.ts';
import { relativeTime } from './relativeTime.ts';
import { words } from '../words/gen/moments.ts';
import { words as readers } from '../words/gen/readers.ts';
import styles from './MomentCard.module.css';

interface MomentCardProps {
  blog: Blog;
  /** My remark for the author. */
  remark?: string | undefined;
  now: number;
  /** Empty for a visitor. */
  me: string;
  onChange?: (change: 'changed' | 'removed') => void;
}

/** An article labelled by its author. It is memoised, because a feed is long. */
export const MomentCard = memo(function MomentCard({ blog, remark, now, me, onChange }: MomentCardProps) {
  const { blogId, text, time, user, visibility, spaceId, editedAt } = blog;
  const readersText = readersLabel(visibility, placeName(spaceId, blog.spaceName));
  const identifier = user?.identifier ?? '';
  const name = remark || personName(user?.lastName ?? '') || words.someone;
  return (
    <MomentFrame
      blogId={blogId}
      name={name}
      label={name}
      face={<Avatar identifier={identifier} name={name} src={user?.avatar} size={40} />}
      to={momentPaths.person({ identifier })}
      text={text}
      pictures={<Pictures pictures={picturesOf(blog)} by={name} />}
      note={
        <>
          <time dateTime={new Date(time).toISOString()} title={formatDate(time, 'fullDateAndTime')}>
            {relativeTime(time, now)}
          </time>
          {editedAt > 0 && <span>{words.edited}</span>}
          {visibility !== 'everyone' && (
            <span title={readers.label({ who: readersText })} dir="auto">
              {readersText}
            </span>
          )}
        </>
      }
    >
      <MomentActions blog={blog} name={name} me={me} onChange={onChange} />
    </MomentFrame>
  );
});

interface MomentFrameProps {
  /** Absent for a moment that is not posted yet. */
  blogId?: string;
  /** The accessible name of the article. */
  label: string;
  name: string;
  face: ReactNode;
  to: string;
  text: string;
  /** Rendered below the text. */
  pictures?: ReactNode;
  /** Rendered beside the name. */
  note: ReactNode;
  children: ReactNode;
}

/** The layout of a moment, posted or not. */
export const MomentFrame = ({ blogId, label, name, face, to, text, pictures, note, children }: MomentFrameProps) => (
  <article className={styles.card} data-blog={blogId} aria-label={label} tabIndex={-1}>
    {face}
    <div className={styles.body}>
      <header className={styles.header}>
        <Link className={styles.name} to={to} dir="auto">
          {name}
        </Link>
        <span className={styles.note}>{note}</span>
      </header>
      {text && <p className={styles.text}>{text}</p>}
      {pictures}
      {children}
    </div>
  </article>
);
