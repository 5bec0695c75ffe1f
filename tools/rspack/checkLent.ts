// A loader for the code of remotes: fails their build where it imports something that the host does not share, and takes
// the common names of rxjs from what every page has loaded.
import type { LoaderContext } from '@rspack/core';
import { findUnsharedImports, useCommonRx } from './lentNames.ts';

export default function checkLent(this: LoaderContext, source: string): string {
  for (const fault of findUnsharedImports(source)) this.emitError(new Error(fault));
  return useCommonRx(source);
}
