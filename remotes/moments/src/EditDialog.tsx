// Changes the words of a moment, and who can read it.
import { useAct } from '@amber/client/act';
import { engine } from '@amber/client/engine';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextArea } from '@amber/ui/TextArea';
import { useState } from 'react';
import { picturesOf } from './Pictures.tsx';
import { ReadersMenu } from './ReadersMenu.tsx';
import { words } from './words/gen/edit.ts';

/** A dialog; it closes when the change is stored. */
export function EditDialog({ blog, onClose }: { blog: Blog; onClose(changed: boolean): void }) {
  const { blogId } = blog;
  const [text, setText] = useState(blog.text);
  const [readers, setReaders] = useState({ visibility: blog.visibility, spaceId: blog.spaceId });
  const [busy, act] = useAct();
  const canSave = (text.trim() !== '' || picturesOf(blog).length > 0) && [...text].length <= limits.momentMax;
  const save = async () => {
    if (await act(() => engine.moments({ what: 'edit', blogId, text, ...readers }))) onClose(true);
  };
  return (
    <Dialog
      title={words.title}
      open
      onOpenChange={(next) => !next && onClose(false)}
      actions={
        <>
          <Button look="quiet" onClick={() => onClose(false)}>
            {words.cancel}
          </Button>
          <Button look="primary" busy={busy} disabled={!canSave} onClick={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <TextArea label={words.text} rows={6} value={text} onChange={(event) => setText(event.target.value)} />
      <ReadersMenu readers={readers} onChange={setReaders} />
    </Dialog>
  );
}
