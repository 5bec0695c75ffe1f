// Moves the focus through the links and disclosures of a list, and the search field above it, with ↑, ↓, Home and End.
import type { KeyboardEvent } from 'react';

/** The number of links that each key moves by. */
const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/**
 * Handles a list's key presses. Combinations with Alt belong to other shortcuts; Home, End and the keys of an input
 * method belong to a field. A row that is neither a link nor a disclosure has `data-row`.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.nativeEvent.isComposing) return;
  if (event.target instanceof HTMLInputElement && Math.abs(step) > 1) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a, [aria-expanded], [data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const field = step === -1 && at <= 0 ? event.currentTarget.querySelector<HTMLElement>('[type=search]') : null;
  event.preventDefault();
  (field ?? rows[Math.min(rows.length - 1, Math.max(0, at + step))])?.focus();
}
