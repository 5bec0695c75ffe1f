// Which way the page reads, for keys, swipes and drags; what is drawn follows from logical CSS properties.

/** As the page's `dir` says, which its language sets. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/** 1 where lines run from left to right, -1 where they run from right to left: pixels to the right, times this, go onward. */
export const directionSign = (): 1 | -1 => (direction() === 'rtl' ? -1 : 1);

/** 1 for the arrow key that leads onward, -1 for the one that leads back, 0 for any other key. */
export function arrowStep(key: string): 1 | 0 | -1 {
  const physicalStep = { ArrowRight: 1, ArrowLeft: -1 }[key]; // physical: the keys have sides
  return physicalStep ? ((physicalStep * directionSign()) as 1 | -1) : 0;
}
