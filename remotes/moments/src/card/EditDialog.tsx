// Edits the text of a moment, the descriptions of its pictures, and who can read it.
import { useAction } from '@amber/client/useAction';
import { engine } from '@amber/client/engine';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { imageSources } from '@amber/proto/publicPictures';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextArea } from '@amber/ui/TextArea';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { picturesOf } from './Pictures.tsx';
import { ReadersMenu } from '../writing/ReadersMenu.tsx';
import { words } from '../words/gen/edit.ts';
import { words as ofPictures } from '../words/gen/pictures.ts';
import styles from './EditDialog.module.css';

/** The dialog closes when the change is stored. */
export function EditDialog({ blog, onClose }: { blog: Blog; onClose(changed: boolean): void }) {
  const { blogId } = blog;
  const [text, setText] = useState(blog.text);
  const [readers, setReaders] = useState({ visibility: blog.visibility, spaceId: blog.spaceId });
  const [pictures, setPictures] = useState(picturesOf(blog));
  const [busy, act] = useAction();
  const canSave = (text.trim() !== '' || pictures.length > 0) && [...text].length <= limits.momentMax;
  const save = async () => {
    const edit = { blogId, text, ...readers };
    const isSaved = await act(() =>
      pictures === blog.pictures || pictures.length === 0
        ? engine.moments({ what: 'edit', ...edit })
        : engine.moments({ what: 'editPictures', ...edit, pictures: [...pictures] }),
    );
    if (isSaved) onClose(true);
  };
  const describe = (index: number, alt: string) =>
    setPictures((now) => now.map((one, at) => (at === index ? { ...one, alt } : one)));
  return (
    <Dialog
      title={words.title}
      open
      onOpenChange={(next) => !next && onClose(false)}
      cancel
      actions={
        <Button variant="primary" busy={busy} disabled={!canSave} onClick={() => void save()}>
          {words.save}
        </Button>
      }
    >
      <TextArea label={words.text} rows={6} value={text} onChange={(event) => setText(event.target.value)} />
      {pictures.length > 0 && (
        <ul className={styles.pictures} aria-label={ofPictures.list}>
          {pictures.map(({ path, alt }, index) => (
            <li key={index} className={styles.row}>
              <img className={styles.picture} {...imageSources(path)} sizes="56px" alt="" />
              <TextField
                className={styles.field}
                label={ofPictures.describe({ at: index + 1 })}
                value={alt}
                maxLength={limits.momentAltMax}
                onChange={(event) => describe(index, event.target.value)}
              />
            </li>
          ))}
        </ul>
      )}
      <ReadersMenu readers={readers} onChange={setReaders} />
    </Dialog>
  );
}
