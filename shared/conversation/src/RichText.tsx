// A person's text with its links, as elements.
import { textParts } from './textParts.ts';

/** Text in which web and mail addresses can be followed; nothing in it is taken for HTML. */
export function RichText({ text }: { text: string }) {
  return textParts(text).map((part, index) =>
    part.kind === 'link'
      ? <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">{part.text}</a>
      : <span key={index}>{part.text}</span>);
}
