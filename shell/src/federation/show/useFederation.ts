// The page's federation, in a component.
import { createContext, use, useEffect, useReducer } from 'react';
import type { Federation } from '../createFederation.ts';

/** Provided once, around everything for signed-in people. */
export const FederationContext = createContext<Federation | null>(null);

export const useFederation = (): Federation => use(FederationContext)!;

/** The same, for what is offered now: the component renders again when that changes. */
export function useCurrentFederation(): Federation {
  const federation = useFederation();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const changes = federation.changes$.subscribe(renderAgain);
    return () => changes.unsubscribe();
  }, [federation]);
  return federation;
}
