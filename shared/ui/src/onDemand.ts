// Fetches the code of what opens when it opens for the first time.
import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';

/**
 * A component that is nothing until it is first opened and `load` has brought it, and stands at once from then on.
 * When it does not come, `close` is to take back the opening, so that the next one asks again; the host says what is missing.
 */
export function onDemand<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>, close: (props: Props) => void,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [, setIsLoaded] = useState(loaded !== undefined);
    const { open } = props;
    const giveUp = useEffectEvent(() => close(props));
    useEffect(() => {
      if (!open || loaded) return;
      void load().then(
        (component) => {
          loaded = component;
          setIsLoaded(true);
        },
        (thrown: unknown) => {
          giveUp();
          throw thrown;
        },
      );
    }, [open]);
    return loaded ? createElement(loaded, props) : null;
  };
}
