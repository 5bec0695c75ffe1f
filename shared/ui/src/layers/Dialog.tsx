// A window above the page that wants an answer.
import type { DialogProps } from './DialogWindow.tsx';
import { loadOnOpen } from './loadOnOpen.tsx';

/** A modal dialog named by its title. Escape, the backdrop and its button close it. */
export const Dialog = loadOnOpen<DialogProps>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './DialogWindow.tsx')).DialogWindow,
  ({ onOpenChange }) => onOpenChange(false),
);
