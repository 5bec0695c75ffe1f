// Hooks that return the page's federation.
import { useSubscription } from '@amber/client/useSubscription';
import { createContext, use, useReducer } from 'react';
import type { Federation } from '../createFederation.ts';

/** Provided once, around everything for signed-in people. */
export const FederationContext = createContext<Federation | null>(null);

export const useFederation = (): Federation => use(FederationContext)!;

/** Returns the federation, and renders the component again when the offered features change. */
export function useCurrentFederation(): Federation {
  const federation = useFederation();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useSubscription(federation.changes$, renderAgain);
  return federation;
}
