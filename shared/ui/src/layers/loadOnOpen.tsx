// Loads the code of a layer when it opens for the first time.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** The props by which a layer is opened and closed. One without `open` is open while it is rendered. */
interface LayerProps {
  open?: boolean;
  onClose?(): void;
  onOpenChange?(open: boolean): void;
}

/**
 * Returns a component that renders nothing until it is first opened and `load` has resolved, and renders at once from
 * then on. When `load` fails, the layer is closed by its own `onClose` or `onOpenChange`, so that the next opening tries
 * again; the host reports the failure.
 */
export function loadOnOpen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LoadOnOpen(props: Props) {
    const [, setIsLoaded] = useState(Loaded !== undefined);
    const { open = true, onClose, onOpenChange } = props as LayerProps;
    const closeAfterFailure = useEffectEvent(() => {
      onClose?.();
      onOpenChange?.(false);
    });
    useEffect(() => {
      if (!open) return;
      // Another instance may have loaded it since this one was rendered.
      if (Loaded) return setIsLoaded(true);
      void load().then(
        (component) => {
          Loaded = component;
          setIsLoaded(true);
        },
        (thrown: unknown) => {
          closeAfterFailure();
          throw thrown;
        },
      );
    }, [open]);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
