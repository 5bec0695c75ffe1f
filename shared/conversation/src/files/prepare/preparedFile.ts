// A file that has been looked at and can be sent.
import type { FileBody, FileType } from '@amber/proto/bodies';

export interface PreparedFile {
  type: FileType;
  file: Blob;
  /** As `engine.sendFile` takes it. */
  body: Omit<FileBody, 'file' | 'size'> & { preview: string };
}
