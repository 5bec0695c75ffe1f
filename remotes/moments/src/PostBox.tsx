// The box to write a moment.
import type { Session } from '@amber/client/bus';
import { api, newMessageId, showToast } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { type FormEvent, useState } from 'react';
import { words } from './words/gen/moments.ts';
import styles from './PostBox.module.css';

interface PostBoxProps {
  session: Session;
  onPosted(blog: Blog): void;
}

/** The remaining characters are shown from here on. */
const countFrom = 100;

/** A form. The id is kept until the post succeeds, so that a retry does not post twice. */
export function PostBox({ session: { identifier, lastName, avatar }, onPosted }: PostBoxProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [blogId, setBlogId] = useState(newMessageId);
  const left = limits.momentMax - [...text].length;
  const canPost = text.trim() !== '' && left >= 0;

  const post = async (event: FormEvent) => {
    event.preventDefault();
    if (!canPost || busy) return;
    setBusy(true);
    try {
      const { blog } = await api.circle.post({ text, blogId });
      setText('');
      setBlogId(newMessageId());
      onPosted(blog!);
    } catch (thrown) {
      showToast('error', sentenceOf(thrown));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.box} onSubmit={(event) => void post(event)}>
      <Avatar identifier={identifier} name={lastName} src={avatar} size={40} />
      <div className={styles.body}>
        <textarea
          className={styles.text}
          dir="auto"
          rows={2}
          value={text}
          aria-label={words.compose}
          placeholder={words.compose}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={styles.foot}>
          <span className={styles.left} role="status">
            {left <= countFrom && words.left({ count: left })}
          </span>
          <Button type="submit" look="primary" busy={busy} disabled={!canPost}>
            {words.post}
          </Button>
        </div>
      </div>
    </form>
  );
}
