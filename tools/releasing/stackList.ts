// Formats where a release crashed: each stack with how often, innermost frame first.
import type { CrashStack, StackFrame } from '@amber/proto';
import { minuteOf } from './statusTable.ts';

const frameLine = ({ file, line, column, name }: StackFrame): string =>
  `  ${file}:${line}:${column}${name && `  ${name}`}`;

export const stackList = (version: string, stacks: readonly CrashStack[]): string =>
  stacks.length === 0
    ? `No crash of ${version} with a place in its files has been reported within seven days.`
    : stacks
        .map(({ count, time, frames }) =>
          [`${count} ×, the last at ${minuteOf(time)} (each account counts once a day)`, ...frames.map(frameLine)].join(
            '\n',
          ),
        )
        .join('\n\n');
