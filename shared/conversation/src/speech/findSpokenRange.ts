// Finds the sentence that is spoken in the text of a bubble.
import { toPlainText } from '../markdown/stripMarkdown.ts';

export const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/**
 * Returns the range of the sentence of `text` from one offset to another, or null if the element does not show it.
 * White space is ignored: line breaks and blocks of Markdown have no counterpart in the rendered text.
 */
export function findSpokenRange(element: Element, text: string, textFrom: number, textTo: number): Range | null {
  const sentence = withoutSpace(toPlainText(text.slice(textFrom, textTo)));
  if (!sentence) return null;
  const before = withoutSpace(toPlainText(text.slice(0, textFrom))).length;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** The node and the offset of each letter. */
  const places: { node: Text; offset: number }[] = [];
  let letters = '';
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letter = node.data[offset]!;
      if (/\s/.test(letter)) continue;
      letters += letter;
      places.push({ node, offset });
    }
  }
  // A sentence may occur twice. The name of the author and other labels precede the text.
  const near = letters.indexOf(sentence, before);
  const at = near >= 0 ? near : letters.indexOf(sentence);
  if (at < 0) return null;
  const range = document.createRange();
  const [first, last] = [places[at]!, places[at + sentence.length - 1]!];
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}
