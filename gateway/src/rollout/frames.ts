// The frames of a crash's stack as pages report them: parseFrames.
import type { StackFrame } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';

const frameLine = /^(.+):([1-9]\d{0,6}):([1-9]\d{0,6})(?: ([\w$]{1,60}))?$/;

const toFrame = (line: string): StackFrame[] => {
  const [, file, row, column, name = ''] = frameLine.exec(line) ?? [];
  return file === undefined ? [] : [{ file, line: Number(row), column: Number(column), name }];
};

/**
 * Anybody may report: lines of another form, and frames that are not in one of the release's own scripts, are left out.
 */
export const parseFrames = (
  stack: string,
  isOwnFile: (path: string) => boolean,
  { stackFramesMax }: Pick<Limits, 'stackFramesMax'>,
): StackFrame[] =>
  stack
    .split('\n', stackFramesMax)
    .flatMap(toFrame)
    .filter(({ file }) => file.endsWith('.js') && isOwnFile(file));

export const formatFrames = (frames: readonly StackFrame[]): string =>
  frames.map(({ file, line, column, name }) => `${file}:${line}:${column} ${name}`.trimEnd()).join('\n');
