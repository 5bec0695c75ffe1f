// The text under a file.
import type { FileBody } from '@amber/proto/bodies';
import type { Reader } from '../../kit/reader.ts';
import { WrittenText } from './WrittenText.tsx';
import styles from './bubbles.module.css';

interface CaptionProps {
  /** The message. */
  id: string;
  body: Pick<FileBody, 'caption' | 'mentions'>;
  reader: Reader;
  tabIndex: number;
}

export const Caption = ({ id, body: { caption = '', mentions }, reader, tabIndex }: CaptionProps) => (
  <div className={styles.caption} dir="auto" data-caption>
    <WrittenText id={id} text={caption} mentions={mentions} reader={reader} tabIndex={tabIndex} />
  </div>
);
