// Message actions with stable identities, so that unchanged rows are not rendered again.
import { useMemo } from 'react';
import type { MessageActions } from './messageActions.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

/** Returns the callbacks that are present in `props`. The object changes only if one is added or removed. */
export function useStableActions<Props extends MessageActions>(props: Props): MessageActions {
  const callAction = useStableCallback((name: string, args: unknown[]) =>
    (props[name as keyof Props] as ((...args: unknown[]) => void) | undefined)?.(...args),
  );
  const presentNames = Object.keys(props)
    .filter((name) => name.startsWith('on') && props[name as keyof Props])
    .join(' ');
  return useMemo(
    () =>
      Object.fromEntries(
        presentNames.split(' ').map((name) => [name, (...args: unknown[]) => callAction(name, args)]),
      ) as unknown as MessageActions,
    [presentNames, callAction],
  );
}
