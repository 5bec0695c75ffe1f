// The props of every file view.
import type { FileBody } from '@amber/proto/bodies';
import type { BubbleProps } from '../../kit/bubbleProps.ts';

export interface FileViewProps extends BubbleProps {
  body: FileBody;
}
