// Shows a picture that is only on this device.
import { useEffect, useState } from 'react';

export function LocalPicture({
  file,
  alt,
  className,
}: {
  file: Uint8Array<ArrayBuffer>;
  alt: string;
  className?: string | undefined;
}) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file]));
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as the effect
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img className={className} src={url} alt={alt} /> : null;
}
