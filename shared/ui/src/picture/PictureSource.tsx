// The sources of a picture: a file, the camera, the clipboard or a drop.
import { useRef } from 'react';
import { Button } from '../form/Button.tsx';
import { PhotoIcon } from '../icons/fileIcons.tsx';
import { words } from '../words/gen/picture.ts';
import { CameraIcon } from './pictureIcons.tsx';
import styles from './Picture.module.css';

interface PictureSourceProps {
  busy: boolean;
  onFile(file: Blob | undefined): void;
  /** Undefined if this browser does not offer a camera. */
  onCamera: (() => void) | undefined;
}

export function PictureSource({ busy, onFile, onCamera }: PictureSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.source}>
      <PhotoIcon />
      <p>{words.hint}</p>
      <div className={styles.buttons}>
        <Button variant="primary" busy={busy} onClick={() => input.current?.click()}>
          {words.file}
        </Button>
        {onCamera && (
          <Button onClick={onCamera}>
            <CameraIcon />
            {words.camera}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // Clearing the value lets the user choose the same file again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
