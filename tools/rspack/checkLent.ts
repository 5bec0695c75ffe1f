// A loader that fails the build of a remote whose code imports something that the host does not share.
import type { LoaderContext } from '@rspack/core';
import { findUnsharedImports } from './lentNames.ts';

export default function checkLent(this: LoaderContext, source: string): string {
  for (const fault of findUnsharedImports(source)) this.emitError(new Error(fault));
  return source;
}
