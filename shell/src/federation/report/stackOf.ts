// Reads from a crash's stack the frames that lie in the release's own scripts. Loaded when something has crashed.
import { limits } from '@amber/proto/limits';
import type { ReleaseId } from './report.ts';

/** Chromium writes `at name (address:line:column)`, other browsers `name@address:line:column`. */
const frame = /^(\s*at .*|.*@)https?:\/\/[^/\s]+\/chat\/remotes\/([^/\s]+)\/([^/\s]+)\/([\w.@+/-]+:\d+:\d+)\)?$/;
/** The last part of a function's name, such as `d` of `async Object.d [as render]` or `a/d/<`. */
const functionName = /([\w$]{1,60})(?: \[as [^\]]*\])?(?: \(|[^\w$]*@)$/;

/**
 * Returns one frame a line, innermost first: the script's path within the release, line and column, and the function's
 * name. The message and the frames of others may contain what is nobody's business, so they are left out.
 */
export function stackOf(thrown: unknown, { remote, version }: ReleaseId): string {
  const stack = (thrown instanceof Error && thrown.stack) || '';
  const frames = stack.split('\n').flatMap((line) => {
    const [, caller = '', ofRemote, ofVersion, place] = frame.exec(line) ?? [];
    const [, name] = functionName.exec(caller) ?? [];
    return ofRemote === remote && ofVersion === version ? [`${place}${name ? ` ${name}` : ''}`] : [];
  });
  let text = '';
  for (const place of frames.slice(0, limits.stackFramesMax)) {
    const longer = text === '' ? place : `${text}\n${place}`;
    if (longer.length > limits.stackMax) break;
    text = longer;
  }
  return text;
}
