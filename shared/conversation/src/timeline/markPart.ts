// Marks a part of the text of a message, where the browser can mark text without changing it.
import type { MessageRow } from '@amber/client/rows';
import type { QuotedPart } from '@amber/proto/bodies';
import { shownText } from '../kit/currentText.ts';
import { findSpokenRange } from '../speech/findSpokenRange.ts';
import './markPart.css';

/** The name in `::highlight()`. */
const highlightName = 'amber-quoted';

/** Milliseconds. The row may have to be rendered and measured first, and the timeline then scrolls to it. */
const settleTime = 300;
const markedTime = 4_000;

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** The latest mark; an earlier one ends with it. */
let latest: Range | null = null;

/** Marks the part for a few seconds, and scrolls to it where its message is higher than the view. */
export async function markPart(log: HTMLElement | null, message: MessageRow, { from, to }: QuotedPart): Promise<void> {
  if (!globalThis.CSS?.highlights) return;
  await wait(settleTime);
  const element = log?.querySelector(`[data-message="${CSS.escape(message.id)}"]`);
  const range = element && findSpokenRange(element, shownText(message), from, to);
  if (!log || !range) return;
  latest = range;
  CSS.highlights.set(highlightName, new Highlight(range));
  const [part, view] = [range.getBoundingClientRect(), log.getBoundingClientRect()];
  if (part.top < view.top || part.bottom > view.bottom)
    log.scrollBy({ top: part.top - view.top - view.height / 3, behavior: 'instant' });
  await wait(markedTime);
  if (latest === range) CSS.highlights.delete(highlightName);
}
