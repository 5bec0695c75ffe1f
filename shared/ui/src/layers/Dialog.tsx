// A modal dialog, whose code loads when the first one opens.
import type { DialogProps } from './DialogWindow.tsx';
import { loadOnOpen } from './loadOnOpen.tsx';
import { loadShared } from '../loadShared.ts';

/** Renders a modal dialog named by its title. Escape, the backdrop and its close button close it. */
export const Dialog = loadOnOpen<DialogProps>(
  async () =>
    (await loadShared('DialogWindow', () => import(/* webpackChunkName: "dialogs" */ './DialogWindow.tsx')))
      .DialogWindow,
);
