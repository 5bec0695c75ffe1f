// A dialog to take a picture with this device's camera.
import { useState } from 'react';
import { Button } from '../form/Button.tsx';
import { DialogWindow } from '../layers/DialogWindow.tsx';
import { words } from '../words/gen/ui.ts';
import { words as pictureWords } from '../words/gen/picture.ts';
import { Camera } from './Camera.tsx';
import styles from './Picture.module.css';

export interface CameraWindowProps {
  open: boolean;
  title: string;
  onPicture(picture: Blob): void;
  onClose(): void;
}

export function CameraWindow({ open, title, onPicture, onClose }: CameraWindowProps) {
  const [failed, setFailed] = useState(false);
  const close = () => {
    setFailed(false);
    onClose();
  };
  const take = (picture: Blob) => {
    onPicture(picture);
    close();
  };
  return (
    <DialogWindow
      title={title}
      open={open}
      onOpenChange={(next) => !next && close()}
      actions={<Button onClick={close}>{words.cancel}</Button>}
    >
      {failed ? (
        <p className={styles.problem} role="alert">
          {pictureWords.noCamera}
        </p>
      ) : (
        <Camera onPicture={take} onProblem={() => setFailed(true)} />
      )}
    </DialogWindow>
  );
}
