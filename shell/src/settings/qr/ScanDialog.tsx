// Scans a QR code with the camera.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { readQr } from '@amber/ui/readQr';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { words as settingsStrings } from '../../words/gen/settings.ts';
import styles from '../sections.module.css';

const words = settingsStrings.qr;
/** Milliseconds between two scans; a shorter interval would only drain the battery. */
const lookEvery = 250;

interface ScanDialogProps {
  /** Called with the code's text; false continues to scan. */
  onText(text: string): boolean;
  onClose(): void;
}

/** Closing the dialog releases the camera. */
export function ScanDialog({ onText, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<string>(words.looking);
  const found = useEffectEvent((text: string) => {
    if (onText(text)) onClose();
    else setState(words.notOurs);
  });

  useEffect(() => {
    let isWanted = true;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = async () => {
      const view = video.current;
      // Before the first frame there is nothing to scan.
      const text =
        view && view.readyState >= view.HAVE_CURRENT_DATA ? await readQr(await createImageBitmap(view)) : null;
      if (!isWanted) return;
      if (text !== null) found(text);
      timer = setTimeout(() => void look().catch(() => setState(words.noCamera)), lookEvery);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (!isWanted || !video.current) return stream.getTracks().forEach((track) => track.stop());
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    // Insecure pages have no camera access.
    start().catch(() => isWanted && setState(words.noCamera));
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);

  return (
    <Dialog
      title={words.viewTitle}
      open
      onOpenChange={(next) => !next && onClose()}
      actions={<Button onClick={onClose}>{settingsStrings.cancel}</Button>}
    >
      <video ref={video} className={styles.view} aria-label={words.view} muted playsInline />
      <p role="status">{state}</p>
    </Dialog>
  );
}
