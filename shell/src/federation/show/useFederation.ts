// The page's federation, in a component.
import { createContext, use } from 'react';
import type { Federation } from '../createFederation.ts';

/** Provided once, around everything for signed-in people. */
export const FederationContext = createContext<Federation | null>(null);

export const useFederation = (): Federation => use(FederationContext)!;
