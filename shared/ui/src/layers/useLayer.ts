// Escape, Back and the focus for menus, dialogs, panels, bars and searches, which form one stack.
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Layer, layerStack } from './layerStack.ts';
import { useEscape } from './useEscape.ts';

/** Keeps a layer in the stack while it is open: Back closes it. Returns whether it is the topmost one. */
function useStackedLayer(open: boolean, onClose: () => void, hasAddress = false): () => boolean {
  const close = useEffectEvent(onClose);
  const layer = useRef<Layer | null>(null);
  useLayoutEffect(() => {
    if (!open) return undefined;
    layer.current = { close: () => close(), hasAddress };
    return layerStack().open(layer.current);
  }, [open, hasAddress]);
  return () => layer.current !== null && layerStack().isTop(layer.current);
}

/** The parts of the details of Base UI's `onOpenChange` that matter here. */
interface ChangeDetails {
  reason: string;
  cancel(): void;
  allowPropagation(): void;
}

/**
 * For a dialog, menu or popover of Base UI. Returns its `onOpenChange`, which ignores an Escape while another layer is
 * open above: the host and each remote have a tree of their own, and Base UI knows the order within one tree only.
 */
export function useBaseLayer(open: boolean, onClose: () => void) {
  const isTop = useStackedLayer(open, onClose);
  return (next: boolean, details: ChangeDetails): void => {
    if (next) return;
    if (details.reason === 'escape-key' && !isTop()) {
      details.cancel();
      details.allowPropagation();
    } else onClose();
  };
}

interface LayerOptions {
  /** Whether it is open; by default while it is mounted. */
  open?: boolean;
  /** Whether it has an address of its own, by which Back leaves it. */
  hasAddress?: boolean;
}

/**
 * For an element that is open while it is mounted: Escape and Back call `onClose` unless another layer is open above it,
 * wherever the focus is. A focus inside it at closing returns to the previously focused element.
 */
export function useLayer<E extends HTMLElement>(
  onClose: () => void,
  { open = true, hasAddress = false }: LayerOptions = {},
): { ref: RefObject<E | null> } {
  const ref = useRef<E>(null);
  const isTop = useStackedLayer(open, onClose, hasAddress);
  useEscape((event) => {
    if (!isTop()) return;
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
  return { ref };
}
