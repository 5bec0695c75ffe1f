// The actions as functions that stay the same while their makers change: rows that did not change are not drawn again.
import { useMemo } from 'react';
import type { MessageActions } from './messageActions.ts';
import { useStable } from '../kit/useStable.ts';

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

/** Those of `props` that are there; another object only when one comes or goes. */
export function useActions(props: MessageActions): MessageActions {
  const act = useStable((name: string, given: unknown[]) =>
    (props[name as keyof MessageActions] as ((...given: unknown[]) => void) | undefined)?.(...given),
  );
  const there = names.filter((name) => props[name]).join(' ');
  return useMemo(
    () =>
      Object.fromEntries(
        there.split(' ').map((name) => [name, (...given: unknown[]) => act(name, given)]),
      ) as unknown as MessageActions,
    [there, act],
  );
}
