// A loader: fails the build of a remote whose code asks for what the host does not lend.
import type { LoaderContext } from '@rspack/core';
import { findUnsharedImports } from './lentNames.ts';

export default function checkLent(this: LoaderContext, source: string): string {
  for (const fault of findUnsharedImports(source)) this.emitError(new Error(fault));
  return source;
}
