// What shows a file is given.
import type { FileBody } from '@amber/proto/bodies';
import type { BubbleProps } from '../bubbles/bubbleProps.ts';
import type { FileSource } from './fileSource.ts';

export interface FileViewProps extends Omit<BubbleProps, 'reader'> {
  body: FileBody;
  files: FileSource;
  onOpenPicture(id: string): void;
}
