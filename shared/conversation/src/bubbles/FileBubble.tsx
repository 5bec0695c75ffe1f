// A picture, a video, a sound or a file: its place at once, what fills it when its code is here.
import { readBody, readQuote } from '@amber/proto/bodies';
import { cx } from '@amber/ui/cx';
import { onDemand } from '@amber/ui/onDemand';
import { useMemo } from 'react';
import { mediaBox } from '../files/mediaBox.ts';
import type { BubbleProps } from './bubbleProps.ts';
import { QuoteBlock } from './QuoteBlock.tsx';
import styles from './bubbles.module.css';

const FileView = onDemand<BubbleProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "composer" */ '../files/FileView.tsx')).FileView, () => {},
);

export function FileBubble(props: BubbleProps) {
  const { type, message } = props.row.message.content;
  const body = useMemo(() => readBody(message), [message]);
  const quote = readQuote(body['quote']);
  const place = type === 'image' || type === 'video' ? mediaBox(body) : undefined;
  return (
    <>
      {quote && <QuoteBlock quote={quote} reader={props.reader} tabIndex={props.tabIndex} />}
      <div className={cx(styles.place, place ? styles.media : styles[type])} data-file={type} style={place}>
        <FileView open {...props} />
      </div>
    </>
  );
}
