// The dialog 'Security', fetched when it first opens.
import { onDemand } from '@amber/ui/onDemand';
import type { SecurityDialogProps } from './SecurityWindow.tsx';

/** See `SecurityWindow`. */
export const SecurityDialog = onDemand<SecurityDialogProps>(
  async () => (await import(/* webpackChunkName: "security" */ './SecurityWindow.tsx')).SecurityWindow,
  ({ onOpenChange }) => onOpenChange(false),
);
