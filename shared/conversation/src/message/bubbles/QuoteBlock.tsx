// The quoted message of a reply; a press scrolls to it.
import type { Quote } from '@amber/proto/bodies';
import type { CSSProperties } from 'react';
import type { Reader } from '../../kit/reader.ts';
import { words } from '../../words/gen/conversation.ts';
import styles from './bubbles.module.css';

interface QuoteBlockProps {
  quote: Quote;
  /** The id of the message that quotes. */
  from: string;
  reader: Reader;
  tabIndex: number;
}

/** A button named after the author and the text of the quote. */
export function QuoteBlock({
  quote: { id, author, text: quoted, picture, ai },
  from,
  reader,
  tabIndex,
}: QuoteBlockProps) {
  const text = picture === 'voice' ? words.voiceLine({ length: quoted }) : picture ? words.fileLine[picture] : quoted;
  const authorName = reader.nameOrYou(author);
  const name = ai ? words.byAi({ author: authorName }) : authorName;
  return (
    <button
      type="button"
      className={styles.quote}
      style={{ '--colour': reader.colourOf(author) } as CSSProperties}
      tabIndex={tabIndex}
      aria-label={words.quoteOf({ who: name, text })}
      onClick={() => reader.onJump(id, from)}
    >
      <span className={styles.quoted} dir="auto">
        {name}
      </span>{' '}
      <span className={styles.quotedText} dir="auto">
        {text}
      </span>
    </button>
  );
}
