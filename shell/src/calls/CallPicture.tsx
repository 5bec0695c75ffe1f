// A picture of a call, as it comes from a camera.
import { useEffect, useRef } from 'react';

interface CallPictureProps {
  stream: MediaStream;
  label: string;
  className?: string | undefined;
}

/** Renders it without sound: the sound of a call plays with or without a picture. */
export function CallPicture({ stream, label, className }: CallPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current!;
    element.srcObject = stream;
    element.play().catch(() => {}); // it was removed meanwhile; nothing that is muted is refused
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video ref={video} className={className} aria-label={label} muted playsInline autoPlay />;
}
