// The text under a file.
import type { FileBody } from '@amber/proto/bodies';
import { useMemo } from 'react';
import { Markdown } from '../../markdown/Markdown.tsx';
import { mentionNamesOf } from '../../markdown/mentions.ts';
import type { Reader } from '../../kit/reader.ts';
import styles from './bubbles.module.css';

interface CaptionProps {
  body: Pick<FileBody, 'caption' | 'mentions'>;
  reader: Reader;
  tabIndex: number;
}

export function Caption({ body: { caption = '', mentions }, reader, tabIndex }: CaptionProps) {
  const names = useMemo(() => mentionNamesOf(mentions ?? [], reader.personOf), [mentions, reader]);
  return (
    <div className={styles.caption} dir="auto" data-caption>
      <Markdown text={caption} mentions={names} me={reader.me} tabIndex={tabIndex} />
    </div>
  );
}
