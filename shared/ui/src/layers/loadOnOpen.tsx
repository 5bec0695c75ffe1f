// Fetches the code of what opens when it opens for the first time.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/**
 * A component that renders nothing until it is first opened and `load` has fetched it, and renders at once from then on.
 * When it does not come, `close` is to take back the opening, so that the next one asks again; the host says what is missing.
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
