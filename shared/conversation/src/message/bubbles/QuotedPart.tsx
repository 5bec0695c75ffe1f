// A quote of a part of a message.
import type { MessageRow } from '@amber/client/rows';
import { useEffect, useState } from 'react';
import { QuoteButton, type QuoteBlockProps } from './QuoteBlock.tsx';
import { quotedText } from './quotedText.ts';

/** Shows the part as soon as the message is read from this device; where it has none, the beginning in the quote. */
export function QuotedPart(props: QuoteBlockProps) {
  const { quote, row, reader } = props;
  const { message$ } = reader;
  const [message, setMessage] = useState<MessageRow>();
  useEffect(() => {
    const subscription = message$?.(quote.id).subscribe(setMessage);
    return () => subscription?.unsubscribe();
  }, [message$, quote.id]);
  const text = message ? quotedText(message, quote, row.at) : '';
  return text ? <QuoteButton {...props} text={text} part={quote.part} /> : <QuoteButton {...props} />;
}
