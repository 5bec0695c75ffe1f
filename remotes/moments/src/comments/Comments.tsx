// The comments on a moment, and the box to write one.
import { useAction } from '@amber/client/useAction';
import type { Session } from '@amber/client/bus';
import { api } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { paths } from '@amber/client/paths';
import { NextPage } from '@amber/conversation-screen/NextPage';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { Blog, BlogComment } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { DeleteIcon } from '@amber/ui/messageIcons';
import { useNow } from '@amber/ui/useNow';
import { displayName } from '@amber/ui/personName';
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { momentPaths } from '../momentPaths.ts';
import { remainingText, type CommentAttempt, attemptOf } from './commentAttempt.ts';
import { refreshInterval, relativeTime } from '../card/relativeTime.ts';
import { threads } from './threads.ts';
import { words } from '../words/gen/moment.ts';
import { words as strings } from '../words/gen/moments.ts';
import styles from './Comments.module.css';

const idOf = ({ commentId }: BlogComment) => commentId;

interface CommentsProps {
  blog: Blog;
  session: Session | null;
  /** Called with the change of the number of comments. */
  onCount(more: number): void;
}

/** A region; replies are below the comments that they answer. */
export function Comments({ blog: { blogId, user }, session, onCount }: CommentsProps) {
  const me = session?.identifier ?? '';
  const [pages, loadMore, refetch] = usePaginatedQuery((after) => api.circle.getComments({ blogId, after }), idOf, [
    blogId,
    me,
  ]);
  const [written, setWritten] = useState<readonly BlogComment[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [replyingTo, setReplyingTo] = useState<BlogComment | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [busy, act] = useAction();
  const nameOf = useNames();
  const now = useNow(refreshInterval);
  const list = threads(pages.status === 'ready' ? pages.rows : [], written, removed);

  const answer = (comment: BlogComment) => {
    setReplyingTo(comment);
    box.current?.focus();
  };
  const remove = async ({ commentId }: BlogComment) => {
    if (!(await act(() => api.circle.remove({ blogId, commentId })))) return;
    setRemoved(new Set([...removed, commentId]));
    onCount(-1);
  };

  return (
    <section className={styles.comments} aria-label={words.comments}>
      {session ? (
        <CommentBox
          blogId={blogId}
          box={box}
          replyingTo={replyingTo}
          name={replyingTo ? nameOf(replyingTo.user) : ''}
          onCancel={() => setReplyingTo(null)}
          onPosted={(comment) => {
            setWritten([...written, comment]);
            setReplyingTo(null);
            onCount(1);
          }}
        />
      ) : (
        <ButtonLink to={paths.loginAndBack({ from: momentPaths.moment({ blogId }) })}>{words.signIn}</ButtonLink>
      )}
      <QueryStatus request={pages} refetch={refetch} rows={2} />
      {pages.status === 'ready' && list.length === 0 && <p className={styles.none}>{words.none}</p>}
      {list.map((comment) => {
        const name = nameOf(comment.user);
        const identifier = comment.user?.identifier ?? '';
        return (
          <article
            key={comment.commentId}
            className={styles.comment}
            data-answer={comment.parentId !== '' || undefined}
            aria-label={name}
          >
            <Avatar identifier={identifier} name={name} src={comment.user?.avatar} size={comment.parentId ? 24 : 32} />
            <div className={styles.body}>
              <header className={styles.header}>
                <Link className={styles.name} to={momentPaths.person({ identifier })} dir="auto">
                  {name}
                </Link>
                <time className={styles.time} dateTime={new Date(comment.time).toISOString()}>
                  {relativeTime(comment.time, now)}
                </time>
              </header>
              <p className={styles.text}>
                {comment.answerTo && comment.parentId && (
                  <span className={styles.to} dir="auto">
                    @{nameOf(comment.answerTo)}{' '}
                  </span>
                )}
                {comment.text}
              </p>
              {session && (
                <div className={styles.actions}>
                  <Button variant="quiet" aria-label={words.answerTo({ name })} onClick={() => answer(comment)}>
                    {words.answer}
                  </Button>
                  {(identifier === me || user?.identifier === me) && (
                    <IconButton
                      label={words.remove({ name })}
                      Icon={DeleteIcon}
                      disabled={busy}
                      onClick={() => void remove(comment)}
                    />
                  )}
                </div>
              )}
            </div>
          </article>
        );
      })}
      {pages.status === 'ready' && <NextPage pages={pages} loadMore={loadMore} />}
    </section>
  );
}

/** Returns a function for people's display names. */
function useNames(): (user: BlogComment['user']) => string {
  const remarks = useRemarks();
  return (user) => displayName(user, remarks) || strings.someone;
}

interface CommentBoxProps {
  blogId: string;
  box: RefObject<HTMLTextAreaElement | null>;
  replyingTo: BlogComment | null;
  name: string;
  onCancel(): void;
  onPosted(comment: BlogComment): void;
}

/** Enter sends, Shift+Enter starts a new line. */
function CommentBox({ blogId, box, replyingTo, name, onCancel, onPosted }: CommentBoxProps) {
  const [text, setText] = useState('');
  const attempt = useRef<CommentAttempt>(null);
  const [busy, act] = useAction();
  const canSend = text.trim() !== '' && [...text].length <= limits.commentMax;
  const send = async () => {
    if (!canSend || busy) return;
    const now = (attempt.current = attemptOf(attempt.current, text, replyingTo?.commentId ?? ''));
    await act(async () => {
      const { comment } = await api.circle.comment({ blogId, ...now });
      attempt.current = null;
      setText((typed) => remainingText(typed, text));
      onPosted(comment!);
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyingTo) onCancel();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles.box} onSubmit={submit}>
      {replyingTo && (
        <p className={styles.answering} role="status">
          <span>{words.answering({ name })}</span>
          <IconButton label={words.cancel} Icon={CloseIcon} onClick={onCancel} />
        </p>
      )}
      <div className={styles.line}>
        <textarea
          ref={box}
          className={styles.say}
          dir="auto"
          rows={1}
          value={text}
          aria-label={words.say}
          placeholder={words.say}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" variant="primary" busy={busy} disabled={!canSend}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
