// The dialog 'Security', loaded when it first opens.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { SecurityDialogProps } from './SecurityDialog.tsx';

/** See `SecurityDialog`. */
export const LazySecurityDialog = loadOnOpen<SecurityDialogProps>(
  async () => (await import(/* webpackChunkName: "security" */ './SecurityDialog.tsx')).SecurityDialog,
  ({ onOpenChange }) => onOpenChange(false),
);
