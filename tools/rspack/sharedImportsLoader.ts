// A loader for the imports of remotes from packages that the host shares: an import of anything else fails their build.
import type { LoaderContext } from '@rspack/core';
import { findUnsharedImports, rewriteRxjsImports } from './sharedImports.ts';

export default function sharedImportsLoader(this: LoaderContext, source: string): string {
  for (const fault of findUnsharedImports(source)) this.emitError(new Error(fault));
  return rewriteRxjsImports(source);
}
