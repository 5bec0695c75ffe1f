// Finds the name that a function of a minified script has in its source.
import { type TraceMap, traceSegment } from '@jridgewell/trace-mapping';

/** Bounds on the search, because a team's own scripts and maps may be of any form. */
const windowMax = 50_000;
const definitionsMax = 10;
/** A minifier's names are shorter; names of methods are the source's, because it does not shorten them. */
const shortNameMax = 3;

/** Whether the definition at the beginning of this code is still open at its end. Texts with brackets may mislead it. */
function isOpenAtEnd(code: string): boolean {
  let depth = 0;
  for (const character of code) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && ',;}'.includes(character))) return false;
  }
  return true;
}

/** The columns at which a function of this name is defined in this code, the last one first. */
function definitionsOf(name: string, code: string): number[] {
  const escaped = name.replaceAll('$', String.raw`\$`);
  const definition = new RegExp(
    String.raw`(?:function\*? |[\s,;{}(])(?<name>${escaped})(?:(?<=function\*? ${escaped})\(|=(?:async ?)?(?:function|\(|[\w$]+=>))`,
    'dg',
  );
  return [...code.matchAll(definition)].map(({ indices }) => indices!.groups!['name']![0]).reverse();
}

/**
 * Returns the source's name of the function with this name in the script around this place, counted from 0; empty if it is
 * not found.
 */
export function functionNameAt(
  map: TraceMap,
  script: readonly string[],
  { line, column, name }: { line: number; column: number; name: string },
): string {
  const text = script[line] ?? '';
  const start = Math.max(0, column - windowMax);
  const code = text.slice(start, column);
  for (const found of definitionsOf(name, code).slice(0, definitionsMax)) {
    if (!isOpenAtEnd(code.slice(found))) continue;
    const segment = traceSegment(map, line, start + found);
    const original = segment?.length === 5 && segment[0] === start + found ? map.names[segment[4]] : undefined;
    if (original !== undefined) return original;
  }
  return name.length > shortNameMax ? name : '';
}
