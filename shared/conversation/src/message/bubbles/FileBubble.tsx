// A picture, a video, a sound or a file: its place at once, what fills it when its code is here.
import { type FileType, readFile } from '@amber/proto/bodies';
import { cx } from '@amber/ui/cx';
import { onDemand } from '@amber/ui/onDemand';
import { useMemo } from 'react';
import type { FileViewProps } from '../../files/view/fileViewProps.ts';
import { mediaBox } from '../../files/view/mediaBox.ts';
import type { BubbleProps } from './bubbleProps.ts';
import { QuoteBlock } from './QuoteBlock.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import styles from './bubbles.module.css';

const FileView = onDemand<FileViewProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "files" */ '../../files/view/FileView.tsx')).FileView, () => {},
);

export function FileBubble({ row, reader, tabIndex }: BubbleProps) {
  const { content } = row.message;
  const body = useMemo(() => readFile(content), [content]);
  if (!body) return <UnsupportedBubble />;
  const type = content.type as FileType;
  const isMedia = type === 'image' || type === 'video';
  return (
    <>
      {body.quote && <QuoteBlock quote={body.quote} reader={reader} tabIndex={tabIndex} />}
      <div className={cx(styles.place, isMedia ? styles.media : styles[type])} data-file={type} style={isMedia ? mediaBox(body) : undefined}>
        <FileView open row={row} body={body} reader={reader} tabIndex={tabIndex} />
      </div>
    </>
  );
}
