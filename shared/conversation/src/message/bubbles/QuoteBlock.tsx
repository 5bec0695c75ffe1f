// The quoted message of a reply; a press scrolls to it.
import type { Quote, QuotedPart } from '@amber/proto/bodies';
import type { CSSProperties } from 'react';
import type { Reader } from '../../kit/reader.ts';
import type { TimelineRow } from '../../kit/timelineRow.ts';
import { useLazyModule } from '../../kit/useLazyModule.ts';
import { words } from '../../words/gen/conversation.ts';
import styles from './bubbles.module.css';

export interface QuoteBlockProps {
  quote: Quote;
  /** The message that quotes. */
  row: TimelineRow;
  reader: Reader;
  tabIndex: number;
}

interface QuoteButtonProps extends QuoteBlockProps {
  /** The text of the quoted part, if that is shown instead of the beginning. */
  text?: string;
  part?: QuotedPart | undefined;
}

const loadPart = () => import(/* webpackChunkName: "messageParts" */ './QuotedPart.tsx');

export function QuoteBlock(props: QuoteBlockProps) {
  const loaded = useLazyModule(loadPart, props.quote.part !== undefined);
  return loaded && props.quote.part ? <loaded.QuotedPart {...props} /> : <QuoteButton {...props} />;
}

/** A button named after the author and the text of the quote. */
export function QuoteButton({
  quote: { id, author, text: quoted, picture, ai },
  row,
  reader,
  tabIndex,
  part,
  text = picture === 'voice' ? words.voiceLine({ length: quoted }) : picture ? words.fileLine[picture] : quoted,
}: QuoteButtonProps) {
  const authorName = reader.nameOrYou(author);
  const name = ai ? words.byAi({ author: authorName }) : authorName;
  return (
    <button
      type="button"
      className={styles.quote}
      style={{ '--colour': reader.colourOf(author) } as CSSProperties}
      tabIndex={tabIndex}
      aria-label={words.quoteOf({ who: name, text })}
      onClick={() => reader.onJump(id, row.message.id, part)}
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
