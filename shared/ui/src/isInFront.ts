// Whether a person can see this page.

/** Returns whether the page is visible and has the focus. A window behind another one may count as visible. */
export const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
