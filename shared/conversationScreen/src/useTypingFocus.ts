// Typing while nothing has the focus goes to the composer.
import type { ComposerHandle } from '@amber/conversation/Composer';
import { useKeyDown } from '@amber/ui/useKeyDown';
import type { RefObject } from 'react';

/** Whether no control has the focus. A click beside every control focuses the page's main landmark. */
export const isUnfocused = (): boolean => document.activeElement?.matches('body, main') ?? true;

const isTyped = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== ' ' && // scrolls
  !event.metaKey &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey));

/** The character itself arrives in the composer, because the focus moves before the browser's own action. */
export const useTypingFocus = (composer: RefObject<ComposerHandle | null>): void =>
  useKeyDown((event) => {
    if (isUnfocused() && isTyped(event) && !event.defaultPrevented) composer.current?.focus();
  });
