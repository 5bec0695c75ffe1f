// Fetches what knows the files of a conversation, when the first one is shown.
import type { LoadFiles } from '../files/fileSource.ts';

/** A function that gives the same source each time; after a failure it tries again. */
export function createLoadFiles(): LoadFiles {
  let loading: ReturnType<LoadFiles> | undefined;
  return () => {
    loading ??= import(/* webpackChunkName: "composer" */ './engineFiles.ts').then(({ engineFiles }) => engineFiles(), (thrown) => {
      loading = undefined;
      throw thrown;
    });
    return loading;
  };
}
