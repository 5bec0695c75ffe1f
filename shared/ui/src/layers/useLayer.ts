// Escape for panels, bars and searches: they form one stack with the menus and dialogs above them.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useKeyDown } from '../useKeyDown.ts';

const attribute = 'data-layer';

export interface LayerProps<E extends HTMLElement> {
  ref: RefObject<E | null>;
  /**
   * The time at which it was opened. It is stored in the document, because each remote has its own copy of this code.
   */
  [attribute]: number;
}

/** Whether a layer is open; other uses of Escape wait until none is. */
export const hasOpenLayer = (): boolean => document.querySelector(`[${attribute}]`) !== null;

const isTop = (openedAt: number): boolean =>
  [...document.querySelectorAll(`[${attribute}]`)].every((layer) => Number(layer.getAttribute(attribute)) <= openedAt);

/**
 * Calls `onEscape` for an Escape that nothing has handled yet: a field, a menu or a dialog that handles one prevents
 * its default. Keys of an input method's composition are ignored.
 */
export function useEscape(onEscape: (event: KeyboardEvent) => void): void {
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape(event);
  });
}

/**
 * For an element that is open while it is mounted: Escape calls `onClose` unless another layer is open above it,
 * wherever the focus is. A focus inside it at closing returns to the previously focused element.
 */
export function useLayer<E extends HTMLElement>(onClose: () => void): LayerProps<E> {
  const ref = useRef<E>(null);
  const [openedAt] = useState(() => performance.now());
  useEscape((event) => {
    if (!isTop(openedAt)) return;
    event.preventDefault();
    onClose();
  });
  useLayoutEffect(() => {
    const layer = ref.current;
    const before = document.activeElement;
    return () => {
      if (layer?.contains(document.activeElement) && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  return { ref, [attribute]: openedAt };
}
