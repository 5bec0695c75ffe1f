// Finds the files that a build configuration names by their paths, such as loaders.
import { extname, join } from 'node:path';

/**
 * The path of a module beside this one: TypeScript in the repository, JavaScript in the kit for teams, which contains
 * the same modules in compiled form.
 */
export const siblingFile = (name: string): string => join(import.meta.dirname, name + extname(import.meta.filename));
