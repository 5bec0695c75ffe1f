// The bubble of a file message, which reserves its space before its code is loaded.
import type { FileType } from '@amber/proto/bodies';
import { cx } from '@amber/ui/cx';
import { direction } from '@amber/ui/direction';
import { useMemo } from 'react';
import { mediaBox } from '../../files/view/mediaBox.ts';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import { currentFile } from '../../kit/currentText.ts';
import { words } from '../../words/gen/conversation.ts';
import { Caption } from './Caption.tsx';
import { LazyFileView } from './LazyFileView.ts';
import { QuoteBlock } from './QuoteBlock.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import styles from './bubbles.module.css';

/** The layout of the reserved space: the size of the displayed media, or that of the file card. */
const layouts = { image: 'media', video: 'media', audio: 'audio', file: 'file' } as const satisfies Record<
  FileType,
  'media' | 'audio' | 'file'
>;

export function FileBubble({ row, reader, tabIndex }: BubbleProps) {
  const body = useMemo(() => currentFile(row.message), [row.message]);
  if (!body) return <UnsupportedBubble />;
  const type = row.message.content.type as FileType;
  const layout = layouts[type];
  return (
    <>
      {body.forwarded && (
        <span className={styles.forwarded} dir={direction()}>
          {words.forwarded}
        </span>
      )}
      {body.quote && <QuoteBlock quote={body.quote} row={row} reader={reader} tabIndex={tabIndex} />}
      <div
        className={cx(styles.place, styles[layout], body.caption && styles.captioned)}
        data-file={type}
        style={layout === 'media' ? mediaBox(body) : undefined}
      >
        <LazyFileView row={row} body={body} reader={reader} tabIndex={tabIndex} />
      </div>
      {body.caption && <Caption id={row.message.id} body={body} reader={reader} tabIndex={tabIndex} />}
    </>
  );
}
