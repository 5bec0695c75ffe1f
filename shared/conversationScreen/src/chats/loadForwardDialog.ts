// Loads the dialog that forwards messages, once for all remotes of the page that contain the same one.
import { loadShared } from '@amber/ui/loadShared';
import type { ForwardDialog } from './ForwardDialog.tsx';

/** For `lazyScreen`: `lazyScreen(loadForwardDialog)`. */
export const loadForwardDialog = async (): Promise<typeof ForwardDialog> =>
  (await loadShared('ForwardDialog', () => import(/* webpackChunkName: "share" */ './ForwardDialog.tsx')))
    .ForwardDialog;
