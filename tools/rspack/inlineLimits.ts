// Inlines the numbers of proto's limits where they are used, so that no build carries the whole table.
import { limits } from '../../proto/src/limits.ts';

const imported = /^import \{ limits \} from '(@amber\/proto\/limits|\.\/limits\.ts)';$/m;

/** A loader: replaces `limits.name` in the source with its number. Unknown names, and the table as a whole, stay. */
export default function inlineLimits(source: string): string {
  if (!imported.test(source)) return source;
  return source.replaceAll(/(?<![\w.$])limits\.(\w+)/g, (used, name: string) =>
    Object.hasOwn(limits, name) ? JSON.stringify(limits[name as keyof typeof limits]) : used,
  );
}
