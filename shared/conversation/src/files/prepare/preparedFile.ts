// A file that was checked and can be sent.
import type { FileBody, FileType } from '@amber/proto/bodies';

export interface PreparedFile {
  type: FileType;
  file: Blob;
  /** The message body in the form that `engine.sendFile` takes. */
  body: Omit<FileBody, 'file' | 'size'> & { preview: string };
}
