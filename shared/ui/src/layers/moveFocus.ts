// ↑, ↓, Home and End move through the links of a list.
import type { KeyboardEvent } from 'react';

/** How far each key moves. */
const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** For the list's own key presses; with Alt they are somebody else's. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
}
