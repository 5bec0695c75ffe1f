// Maps a MIME type to the kind of message.
import type { FileType } from '@amber/proto/bodies';

/** The formats that browsers display. Anything else, including SVG and HTML, can only be downloaded. */
const displayableFormats: Partial<Record<FileType, readonly string[]>> = {
  image: ['png', 'jpeg', 'gif', 'webp', 'avif'],
  video: ['mp4', 'webm', 'ogg', 'quicktime'],
  audio: ['mpeg', 'mp4', 'x-m4a', 'aac', 'ogg', 'webm', 'wav', 'x-wav', 'flac'],
};

/** Returns the kind of message for the MIME type that the browser reports. */
export function fileTypeOf(mime: string): FileType {
  const [kind = '', format = ''] = mime.split(';')[0]!.trim().toLowerCase().split('/');
  return Object.hasOwn(displayableFormats, kind) && displayableFormats[kind as FileType]!.includes(format)
    ? (kind as FileType)
    : 'file';
}
