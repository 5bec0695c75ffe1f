// Message actions with stable identities, so that unchanged rows are not rendered again.
import { useMemo } from 'react';
import type { MessageActions } from './messageActions.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

const names = [
  'onRetry',
  'onDiscard',
  'onCopy',
  'onReply',
  'onReact',
  'onForward',
  'onEdit',
  'onWithdraw',
  'onDelete',
  'onLink',
  'onSaveFile',
  'onFavorite',
  'onEditAgain',
  'onSendUnencrypted',
  'onAskAgain',
  'onSecurity',
  'onRemember',
  'onRegenerate',
  'onOpenPerson',
] as const satisfies (keyof MessageActions)[];

/** Returns the actions that are present in `props`. The object changes only if one is added or removed. */
export function useStableActions(props: MessageActions): MessageActions {
  const callAction = useStableCallback((name: string, args: unknown[]) =>
    (props[name as keyof MessageActions] as ((...args: unknown[]) => void) | undefined)?.(...args),
  );
  const presentNames = names.filter((name) => props[name]).join(' ');
  return useMemo(
    () =>
      Object.fromEntries(
        presentNames.split(' ').map((name) => [name, (...args: unknown[]) => callAction(name, args)]),
      ) as unknown as MessageActions,
    [presentNames, callAction],
  );
}
