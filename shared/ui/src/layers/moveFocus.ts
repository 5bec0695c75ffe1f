// Moves the focus through the links and disclosures of a list with ↑, ↓, Home and End.
import type { KeyboardEvent } from 'react';

/** The number of links that each key moves by. */
const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Handles a list's key presses. Combinations with Alt belong to other shortcuts. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a, [aria-expanded]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
}
