// The reading direction of the page, for keys, swipes and drags; logical CSS properties handle the layout.

/** Returns the value of the document's `dir`, which the page's language determines. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/**
 * Returns 1 for left-to-right pages and -1 for right-to-left pages. A physical distance to the right times this is a
 * logical distance forwards.
 */
export const directionSign = (): 1 | -1 => (direction() === 'rtl' ? -1 : 1);

/** Returns 1 for the arrow key that leads forwards, -1 for the one that leads backwards, 0 for any other key. */
export function arrowStep(key: string): 1 | 0 | -1 {
  const physicalStep = { ArrowRight: 1, ArrowLeft: -1 }[key]; // physical: the names of the keys are
  return physicalStep ? ((physicalStep * directionSign()) as 1 | -1) : 0;
}
