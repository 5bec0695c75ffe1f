// Which kind of message a file becomes.
import type { FileType } from '@amber/proto/bodies';

/** What browsers show; anything else, SVG and HTML among it, is only handed over. */
const displayableFormats: Partial<Record<FileType, readonly string[]>> = {
  image: ['png', 'jpeg', 'gif', 'webp', 'avif'],
  video: ['mp4', 'webm', 'ogg', 'quicktime'],
  audio: ['mpeg', 'mp4', 'x-m4a', 'aac', 'ogg', 'webm', 'wav', 'x-wav', 'flac'],
};

/** By its MIME type, as the browser tells it. */
export function fileTypeOf(mime: string): FileType {
  const [kind = '', format = ''] = mime.split(';')[0]!.trim().toLowerCase().split('/');
  return Object.hasOwn(displayableFormats, kind) && displayableFormats[kind as FileType]!.includes(format)
    ? (kind as FileType)
    : 'file';
}
