// Finds which part of a message's text is selected on the page.
import type { MessageRow } from '@amber/client/rows';
import type { QuotedPart } from '@amber/proto/bodies';
import { toPlainText } from '../markdown/stripMarkdown.ts';
import { shownText } from '../kit/currentText.ts';
import { withoutSpace } from '../speech/findSpokenRange.ts';

/** Returns the offset in the Markdown `text` of each letter that is shown; null if that cannot be told. */
function offsetsOf(text: string, shown: string): number[] | null {
  const offsets: number[] = [];
  for (let at = 0; at < text.length && offsets.length < shown.length; at += 1)
    if (text[at] === shown[offsets.length]) offsets.push(at);
  return offsets.length === shown.length ? offsets : null;
}

/**
 * Returns the part of the Markdown `text` that is shown as `selected`, from the occurrence after `before` letters; nothing
 * if it is the whole text, or if no part of it is shown so. White space is ignored.
 */
export function findPart(text: string, selected: string, before: number): QuotedPart | undefined {
  const [wanted, shown] = [withoutSpace(selected), withoutSpace(toPlainText(text))];
  if (!wanted || wanted === shown) return undefined;
  const near = shown.indexOf(wanted, before);
  const first = near >= 0 ? near : shown.indexOf(wanted);
  const offsets = first >= 0 ? offsetsOf(text, shown) : null;
  if (!offsets) return undefined;
  const part = { from: offsets[first]!, to: offsets[first + wanted.length - 1]! + 1 };
  return withoutSpace(toPlainText(text.slice(part.from, part.to))) === wanted ? part : undefined;
}

/** Returns the selected part; nothing if the selection is not within this message, or is all of it. */
export function selectedPart(message: MessageRow): QuotedPart | undefined {
  const selection = getSelection();
  const range = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const start = range?.startContainer;
  const article = (start instanceof Element ? start : start?.parentElement)?.closest<HTMLElement>('[data-message]');
  if (!range || article?.dataset['message'] !== message.id) return undefined;
  const text = shownText(message);
  const lead = document.createRange();
  lead.setStart(article, 0);
  lead.setEnd(range.startContainer, range.startOffset);
  // The name of the author and other labels precede the text.
  const textAt = withoutSpace(article.textContent).indexOf(withoutSpace(toPlainText(text)));
  return findPart(text, selection!.toString(), withoutSpace(lead.toString()).length - Math.max(0, textAt));
}
