// The box to write a moment.
import type { Session } from '@amber/client/bus';
import { useAction } from '@amber/client/useAction';
import { engine, newMessageId } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { momentDraftId } from '@amber/client/moments';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { AddPictures } from './AddPictures.tsx';
import { PictureStrip } from './PictureStrip.tsx';
import { type Readers, ReadersMenu } from './ReadersMenu.tsx';
import { usePictures } from './usePictures.ts';
import { words } from '../words/gen/moments.ts';
import styles from './PostBox.module.css';

interface PostBoxProps {
  session: Session;
  /** The readers that are preselected. */
  readers?: Readers;
}

/** The number of remaining characters from which a counter is shown. */
const countFrom = 100;

const everyone: Readers = { visibility: 'everyone', spaceId: '' };

/** Stores the draft until it is posted. */
function useDraft(id: string): [string, (text: string) => void] {
  const [text, setText] = useState<string | null>(null);
  const live = useLive((db) => db.drafts.get(id), [id]);
  const shown = text ?? (live.status === 'ready' ? (live.rows?.text ?? '') : '');
  const saved = useRef(shown);
  useEffect(() => {
    if (text === null || text === saved.current) return;
    const timer = setTimeout(() => {
      saved.current = text;
      void engine.saveDraft({ conversationId: id, text }).catch(() => {});
    }, limits.draftDebounce);
    return () => clearTimeout(timer);
  }, [id, text]);
  return [shown, setText];
}

/**
 * A form that Ctrl+Enter submits, too. A moment is in the feed at once and remains pending there until the connection
 * is open.
 */
export function PostBox({ session: { identifier, lastName, avatar }, readers = everyone }: PostBoxProps) {
  const [text, setText] = useDraft(momentDraftId(readers.spaceId));
  const [chosen, setChosen] = useState(readers);
  const [busy, act] = useAction();
  const pictures = usePictures(readers.spaceId);
  const remaining = limits.momentMax - [...text].length;
  const canPost = (text.trim() !== '' || pictures.list.length > 0) && remaining >= 0 && !pictures.busy;

  const post = async (event: FormEvent) => {
    event.preventDefault();
    if (!canPost) return;
    await act(async () => {
      const written = { blogId: newMessageId(), text, ...chosen, draftOf: readers.spaceId };
      if (pictures.list.length === 0) await engine.moments({ what: 'post', ...written });
      else await engine.moments({ what: 'postPictures', ...written, pictures: [...pictures.list] });
      setText('');
      pictures.clear();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) void post(event);
  };

  /** The text field handles pasted or dropped text that comes with pictures. */
  const addFromTransfer = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0) return;
    event.preventDefault();
    void pictures.add(files);
  };

  return (
    <form
      className={styles.box}
      // In React, submit events of a nested dialog's form bubble to this one.
      onSubmit={(event) => event.target === event.currentTarget && void post(event)}
      onPaste={(event) => addFromTransfer(event, event.clipboardData)}
      onDrop={(event) => addFromTransfer(event, event.dataTransfer)}
      onDragOver={(event) => event.preventDefault()}
    >
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
          onKeyDown={onKeyDown}
        />
        <PictureStrip pictures={pictures} />
        <div className={styles.foot}>
          <span className={styles.add}>
            <AddPictures add={(files) => void pictures.add(files)} />
          </span>
          <ReadersMenu readers={chosen} onChange={setChosen} />
          <span className={styles.left} role="status">
            {remaining <= countFrom && words.left({ count: remaining })}
          </span>
          <Button type="submit" variant="primary" busy={busy} disabled={!canPost}>
            {words.post}
          </Button>
        </div>
      </div>
    </form>
  );
}
