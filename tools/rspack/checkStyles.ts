// A loader for the stylesheets of remotes: fails their build where a style would apply to the host and to other features.
import { join, relative, sep } from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { findGlobalSelectors } from './globalSelectors.ts';

/** The shared packages, in this repository and in the kit. What they style for the whole page has names of its own. */
const sharedFolder = join(import.meta.dirname, '../../shared') + sep;

const isPackage = (file: string): boolean => file.split(sep).includes('node_modules');

export default function checkStyles(this: LoaderContext, source: string): string {
  const { resourcePath, rootContext } = this;
  if (resourcePath.startsWith(sharedFolder)) return source;
  const file = relative(rootContext, resourcePath);
  if (!isPackage(file) && !file.endsWith('.module.css'))
    this.emitError(
      new Error(
        `${file} is not a CSS module, so its classes apply to the whole page. Rename it to ${file.replace(/\.css$/, '.module.css')}, and use the names that it exports`,
      ),
    );
  for (const selector of findGlobalSelectors(source))
    this.emitError(
      new Error(
        `The selector "${selector}" in ${file} applies to the whole page, the host and other features included. Limit it with a class of this file, as in ".title h1"`,
      ),
    );
  return source;
}
