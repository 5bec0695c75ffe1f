// The first steps of somebody without a chat; others never load their code.
import { loadOnOpen } from '@amber/ui/loadOnOpen';

export const LazyFirstSteps = loadOnOpen(
  async () => (await import(/* webpackChunkName: "firstSteps" */ './FirstSteps.tsx')).FirstSteps,
);
