// The actions of a moment: like, comment, share, and a menu for the rest.
import { useAction } from '@amber/client/useAction';
import { copyText } from '@amber/client/copyText';
import { engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { lazyScreen } from '@amber/client/remote';
import { loadForwardDialog } from '@amber/conversation-screen/loadForwardDialog';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Confirm } from '@amber/ui/Confirm';
import { cx } from '@amber/ui/cx';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon, OfflineIcon } from '@amber/ui/icons';
import { LinkIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { DeleteIcon, EditIcon, ForwardIcon } from '@amber/ui/messageIcons';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { CommentIcon, HeartIcon, LikedIcon } from './icons.tsx';
import { momentPaths } from '../momentPaths.ts';
import { words } from '../words/gen/card.ts';
import styles from './MomentActions.module.css';

const EditDialog = lazyScreen(async () => (await import(/* webpackChunkName: "edit" */ './EditDialog.tsx')).EditDialog);
const ShareDialog = lazyScreen(loadForwardDialog);

interface MomentActionsProps {
  blog: Blog;
  /** The author's display name. */
  name: string;
  /** Empty for a visitor. */
  me: string;
  /** Called after a change that the feeds of this device do not show by themselves. */
  onChange?: ((change: 'changed' | 'removed') => void) | undefined;
}

const linkTo = (blog: Blog) => `${location.origin}${limits.basePath}${momentPaths.moment(blog)}`;

/** A row below the text. Actions that need a session lead visitors to the sign-in. */
export function MomentActions({ blog, name, me, onChange }: MomentActionsProps) {
  const { blogId, liked, likes, comments, following, user } = blog;
  const author = user?.identifier ?? '';
  const isMine = author === me;
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const [open, setOpen] = useState<'share' | 'edit' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const signIn = () => void navigate(paths.loginAndBack({ from: momentPaths.moment(blog) }));
  const like = () =>
    me
      ? void act(() => engine.moments({ what: 'like', blogId, liked: !liked })).then(() => onChange?.('changed'))
      : signIn();
  const follow = () =>
    act(() => engine.moments({ what: 'follow', identifier: author, follow: !following })).then(() =>
      onChange?.('changed'),
    );
  const hide = async () => {
    if (!(await act(() => engine.moments({ what: 'hide', identifier: author, hidden: true })))) return;
    showToast('success', words.hidden({ name }));
    onChange?.('removed');
  };
  const remove = async () => {
    const done = await act(() => engine.moments({ what: 'remove', blogId }));
    if (done) onChange?.('removed');
    return done;
  };

  const items: MenuItem[] = [
    { key: 'link', label: words.copyLink, Icon: LinkIcon, onSelect: () => void copyText(linkTo(blog)) },
    ...(me && !isMine
      ? [
          {
            key: 'follow',
            label: following ? words.unfollow({ name }) : words.follow({ name }),
            Icon: PersonAddIcon,
            onSelect: () => void follow(),
          },
          { key: 'hide', label: words.hide({ name }), Icon: OfflineIcon, onSelect: () => void hide() },
        ]
      : []),
    ...(isMine && me
      ? [
          { key: 'edit', label: words.edit, Icon: EditIcon, onSelect: () => setOpen('edit') },
          { key: 'remove', label: words.remove, Icon: DeleteIcon, danger: true, onSelect: () => setOpen('remove') },
        ]
      : []),
  ];

  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={cx(styles.action, liked && styles.liked)}
        aria-pressed={liked}
        aria-busy={busy || undefined}
        onClick={like}
      >
        {liked ? <LikedIcon /> : <HeartIcon />}
        <VisuallyHidden>{words.like}</VisuallyHidden>
        {likes > 0 && <span>{likes}</span>}
      </button>
      <Link
        className={styles.action}
        to={momentPaths.moment(blog)}
        aria-label={comments > 0 ? words.comments({ count: comments }) : words.comment}
      >
        <CommentIcon />
        <span aria-hidden="true">{comments > 0 && comments}</span>
      </Link>
      {me !== '' && (
        <button type="button" className={styles.action} aria-label={words.share} onClick={() => setOpen('share')}>
          <ForwardIcon />
        </button>
      )}
      <span className={styles.more}>
        <Menu trigger={<IconButton label={words.more} Icon={MoreIcon} />} items={items} />
      </span>
      <Suspense fallback={null}>
        {open === 'share' && <ShareDialog texts={[linkTo(blog)]} onClose={close} />}
        {open === 'edit' && (
          <EditDialog
            blog={blog}
            onClose={(changed) => {
              close();
              if (changed) onChange?.('changed');
            }}
          />
        )}
      </Suspense>
      {open === 'remove' && (
        <Confirm
          open
          title={words.removeTitle}
          text={words.removeText}
          action={words.remove}
          onCancel={close}
          onConfirm={remove}
        />
      )}
    </div>
  );
}
