// A picture so small that it travels in the message itself; it is shown blurred until the real one is here.
import { limits } from '@amber/proto/limits';

/** A data: address; empty where this browser makes none that is small enough. */
export function smallPreview(source: CanvasImageSource, width: number, height: number): string {
  const scale = limits.previewSide / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  const address = canvas.toDataURL('image/webp', 0.6);
  return address.length <= limits.filePreviewMax ? address : '';
}
