// What press and hold on a touch screen has in common everywhere.

/** Milliseconds until a finger that does not move opens a menu. */
export const longPressDelay = 450;

/**
 * Ignores the touchend of the finger that opened a menu, which would count as a press outside the menu. A virtualized
 * list gets a touchcancel instead: it would wait for the finger, and take no touches once it is scrolled.
 */
export function suppressNextTouchEnd(): void {
  const forget = (event: Event) => {
    event.preventDefault(); // also suppresses the click
    event.stopImmediatePropagation();
    for (const type of ['touchend', 'touchcancel']) removeEventListener(type, forget, true);
    event.target!.dispatchEvent(new Event('touchcancel', { bubbles: true }));
  };
  for (const type of ['touchend', 'touchcancel']) addEventListener(type, forget, { capture: true, passive: false });
}
