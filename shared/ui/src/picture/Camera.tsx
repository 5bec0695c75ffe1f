// Takes a picture with this device's camera, which is switched off at unmount.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../form/Button.tsx';
import { words } from '../words/gen/picture.ts';
import { CameraIcon } from './pictureIcons.tsx';
import styles from './Picture.module.css';

interface CameraProps {
  onPicture(picture: Blob): void;
  /** Called when there is no camera, or the user denies access. */
  onProblem(): void;
}

export function Camera({ onPicture, onProblem }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setIsReady] = useState(false);
  const giveUp = useEffectEvent(onProblem);
  useEffect(() => {
    let isWanted = true;
    let stream: MediaStream | undefined;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user', width: { ideal: 1280 } } });
      if (!isWanted || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setIsReady(true);
    };
    start().catch(() => isWanted && giveUp());
    return () => {
      isWanted = false;
      stop();
    };
  }, []);
  const take = () => {
    const view = video.current!;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [view.videoWidth, view.videoHeight];
    canvas.getContext('2d')!.drawImage(view, 0, 0);
    canvas.toBlob((picture) => (picture ? onPicture(picture) : onProblem()), 'image/jpeg', 0.95);
  };
  return (
    <div className={styles.source}>
      <video ref={video} className={styles.camera} aria-label={words.cameraView} muted playsInline />
      <Button variant="primary" disabled={!isReady} onClick={take}>
        <CameraIcon />
        {words.take}
      </Button>
    </div>
  );
}
