// Typing while nothing has the focus goes to the composer on the page.
import { useKeyDown } from '@amber/ui/useKeyDown';

/** The field has this attribute: it belongs to a remote. */
const field = '[data-typing]';

/** Whether no control has the focus. A click beside every control focuses the page's main landmark. */
const isUnfocused = (): boolean => document.activeElement?.matches('body, main') ?? true;

const isTyped = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== ' ' && // scrolls
  !event.metaKey &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey));

/** The character itself arrives in the field, because the focus moves before the browser's own action. */
export const useTypingKeys = (): void =>
  useKeyDown((event) => {
    if (isUnfocused() && isTyped(event) && !event.defaultPrevented) document.querySelector<HTMLElement>(field)?.focus();
  });
