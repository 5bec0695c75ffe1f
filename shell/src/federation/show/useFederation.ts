// Hooks that return the page's federation.
import { createContext, use, useEffect, useReducer } from 'react';
import type { Federation } from '../createFederation.ts';

/** Provided once, around everything for signed-in people. */
export const FederationContext = createContext<Federation | null>(null);

export const useFederation = (): Federation => use(FederationContext)!;

/** Returns the federation, and renders the component again when the offered features change. */
export function useCurrentFederation(): Federation {
  const federation = useFederation();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const changes = federation.changes$.subscribe(renderAgain);
    return () => changes.unsubscribe();
  }, [federation]);
  return federation;
}
