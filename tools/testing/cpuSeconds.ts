// The processor time of the programs that this process has started.
import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const ticksPerSecond = 100;
/** The fields cutime and cstime of proc(5), counted from the one after the program's name. */
const [childUser, childSystem] = [13, 14];

/**
 * The seconds of processor time of all programs that this process started and that have ended, including their own
 * children. Undefined where the system does not report it (systems other than Linux).
 */
export function cpuSecondsOfChildren(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[childUser]) + Number(fields[childSystem])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
