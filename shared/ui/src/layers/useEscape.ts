// Escape where no layer is open. The stack of layers itself is loaded with the first of them.
import type { LayerStack } from './layerStack.ts';
import { useKeyDown } from '../useKeyDown.ts';

/** Whether a layer is open; other uses of Escape wait until none is. */
export const hasOpenLayer = (): boolean =>
  (globalThis as { amberLayers?: LayerStack }).amberLayers?.isEmpty() === false;

/**
 * Calls `onEscape` for an Escape that nothing has handled yet: a field that handles one prevents its default. Keys of an
 * input method's composition are ignored.
 */
export function useEscape(onEscape: (event: KeyboardEvent) => void): void {
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape(event);
  });
}
