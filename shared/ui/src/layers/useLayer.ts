// A panel, a bar or a search that Escape closes: one stack with the menus and dialogs above it.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

const attribute = 'data-layer';

export interface LayerProps<E extends HTMLElement> {
  ref: RefObject<E | null>;
  /** When it was opened: each remote has its own copy of this code, and the document is what they share. */
  [attribute]: number;
}

/** Whether a layer is open; what Escape does besides closing things waits for that. */
export const hasOpenLayer = (): boolean => document.querySelector(`[${attribute}]`) !== null;

const isTop = (openedAt: number): boolean =>
  [...document.querySelectorAll(`[${attribute}]`)].every((layer) => Number(layer.getAttribute(attribute)) <= openedAt);

/**
 * Calls `onEscape` for an Escape that was not handled yet: a field, a menu or a dialog that takes one prevents its default.
 * Not while an input method composes.
 */
export function useEscape(onEscape: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/**
 * For an element that is open as long as it is mounted: Escape calls `onClose` while nothing is open above it, wherever the
 * focus is. A focus that is in it when it closes goes back to where it came from.
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
