// The view of a file, whose code is loaded with the first one.
import { loadOnOpen } from '@amber/ui/loadOnOpen';

export const LazyFileView = loadOnOpen(
  async () => (await import(/* webpackChunkName: "files" */ '../../files/view/FileView.tsx')).FileView,
);
