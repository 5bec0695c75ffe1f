// Loads the code of a layer when it opens for the first time.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/**
 * Returns a component that renders nothing until it is first opened and `load` has resolved, and renders at once from
 * then on. When `load` fails, `close` must reset the open state, so that the next opening tries again; the host reports
 * the failure.
 */
export function loadOnOpen<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LoadOnOpen(props: Props) {
    const [, setIsLoaded] = useState(Loaded !== undefined);
    const { open } = props;
    const closeAfterFailure = useEffectEvent(() => close(props));
    useEffect(() => {
      if (!open || Loaded) return;
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
