// What a person has written, as a text or under a file. Of a very long text only the beginning is shown at first.
import { useMemo } from 'react';
import { Markdown } from '../../markdown/Markdown.tsx';
import { mentionNamesOf } from '../../markdown/mentions.ts';
import type { Reader } from '../../kit/reader.ts';
import { words } from '../../words/gen/conversation.ts';
import { isFoldable } from './foldedText.ts';
import styles from './bubbles.module.css';

interface WrittenTextProps {
  /** The message. */
  id: string;
  text: string;
  mentions: readonly string[] | undefined;
  reader: Reader;
  tabIndex: number;
}

export function WrittenText({ id, text, mentions, reader, tabIndex }: WrittenTextProps) {
  const names = useMemo(() => mentionNamesOf(mentions ?? [], reader.personOf), [mentions, reader]);
  const formatted = <Markdown text={text} mentions={names} me={reader.me} tabIndex={tabIndex} />;
  if (!isFoldable(text) || reader.isUnfolded(id)) return formatted;
  return (
    <>
      <div className={styles.folded}>{formatted}</div>
      <button type="button" className={styles.unfold} tabIndex={tabIndex} onClick={() => reader.onUnfold(id)}>
        {words.showMore}
      </button>
    </>
  );
}
