// The content of the picture dialog: first the source of the picture, then the crop frame.
import { type ClipboardEvent, type DragEvent, useEffect, useEffectEvent, useState } from 'react';
import { Fault } from '@amber/proto/faults';
import { Button } from '../form/Button.tsx';
import { DialogWindow } from '../layers/DialogWindow.tsx';
import { words } from '../words/gen/ui.ts';
import { words as pictureWords } from '../words/gen/picture.ts';
import { Camera } from './Camera.tsx';
import { initialView, type CropView } from './crop.ts';
import { CropFrame } from './CropFrame.tsx';
import { cropPicture, type Shape } from './cropPicture.ts';
import { openPicture } from './openPicture.ts';
import { PictureSource } from './PictureSource.tsx';
import styles from './Picture.module.css';

export interface PictureDialogProps {
  open: boolean;
  title: string;
  /** `round`: shown as a circle. `wide`: three times as wide as high. */
  shape: Shape;
  /** Resolves to the path of the stored picture. */
  upload(picture: Uint8Array): Promise<string>;
  describeError(thrown: unknown): string;
  onPicture(path: string): void;
  onClose(): void;
}

type Step = { show: 'source' } | { show: 'camera' } | { show: 'crop'; picture: ImageBitmap };

export function PictureDialogContent({
  open,
  title,
  shape,
  upload,
  describeError,
  onPicture,
  onClose,
}: PictureDialogProps) {
  const [step, setStep] = useState<Step>({ show: 'source' });
  const [view, setView] = useState<CropView>(initialView);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const goTo = (next: Step) => {
    if (step.show === 'crop') step.picture.close();
    setProblem('');
    setStep(next);
    setView(initialView);
  };
  const close = () => {
    goTo({ show: 'source' });
    onClose();
  };
  const openFile = async (file: Blob | undefined) => {
    if (!file || busy) return;
    setBusy(true);
    try {
      goTo({ show: 'crop', picture: await openPicture(file) });
    } catch (thrown) {
      setProblem(describeError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const uploadCrop = async () => {
    if (step.show !== 'crop') return;
    setBusy(true);
    setProblem('');
    try {
      onPicture(await upload(await cropPicture(step.picture, view, shape)));
      close();
    } catch (thrown) {
      setProblem(describeError(Fault.of(thrown)));
    } finally {
      setBusy(false);
    }
  };

  const paste = useEffectEvent((event: Event) => {
    const file = [...((event as unknown as ClipboardEvent).clipboardData?.files ?? [])][0];
    if (!file) return;
    event.preventDefault();
    void openFile(file);
  });
  useEffect(() => {
    if (!open) return;
    const listen = (event: Event) => paste(event);
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, [open]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void openFile(event.dataTransfer.files[0]);
  };

  return (
    <DialogWindow
      title={title}
      open={open}
      // A click outside must not discard the crop.
      persistent={step.show === 'crop'}
      onOpenChange={(next) => !next && close()}
      actions={
        step.show === 'crop' ? (
          <>
            <Button onClick={() => goTo({ show: 'source' })}>{pictureWords.other}</Button>
            <Button variant="primary" busy={busy} onClick={() => void uploadCrop()}>
              {pictureWords.use}
            </Button>
          </>
        ) : (
          <Button onClick={step.show === 'camera' ? () => goTo({ show: 'source' }) : close}>
            {step.show === 'camera' ? pictureWords.back : words.cancel}
          </Button>
        )
      }
    >
      {/* A drop is an alternative to the buttons. */}
      <div className={styles.window} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {step.show === 'source' && (
          <PictureSource
            busy={busy}
            onFile={(file) => void openFile(file)}
            onCamera={navigator.mediaDevices ? () => goTo({ show: 'camera' }) : undefined}
          />
        )}
        {step.show === 'camera' && (
          <Camera
            onPicture={(file) => void openFile(file)}
            onProblem={() => {
              goTo({ show: 'source' });
              setProblem(pictureWords.noCamera);
            }}
          />
        )}
        {step.show === 'crop' && <CropFrame picture={step.picture} shape={shape} view={view} onViewChange={setView} />}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </DialogWindow>
  );
}
