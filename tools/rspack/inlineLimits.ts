// Puts the numbers of proto's limits where they are used, so that no build carries the whole table for a few of them.
import { limits } from '../../proto/src/limits.ts';

const imported = /^import \{ limits \} from '(@amber\/proto\/limits|\.\/limits\.ts)';$/m;

/** A loader: the source with `limits.name` as its number. What is no name of the table, or the table as a whole, stays. */
export default function inlineLimits(source: string): string {
  if (!imported.test(source)) return source;
  return source.replaceAll(/(?<![\w.$])limits\.(\w+)/g, (used, name: string) =>
    Object.hasOwn(limits, name) ? JSON.stringify(limits[name as keyof typeof limits]) : used,
  );
}
