// The composer, fetched with the first conversation that is opened.
import { onDemand } from '@amber/ui/onDemand';
import type { ComposerProps } from './Composer.tsx';

export interface ComposerBoxProps extends ComposerProps {
  open: boolean;
  /** It did not come: set `open` to false, and to true again to ask once more. */
  onMissing(): void;
}

/** See `Composer`. */
export const ComposerBox = onDemand<ComposerBoxProps>(
  async () => (await import(/* webpackChunkName: "composer" */ './Composer.tsx')).Composer, ({ onMissing }) => onMissing(),
);
