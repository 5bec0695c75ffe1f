// What a release needs of a host: the version of the contract between them, and packages that the host can share.
import type { SharedPackage, UnsharedPackage } from '../gen/types.ts';

/**
 * The contract version of this host. It increases whenever the public surface of the kit changes; a remote declares the
 * range it supports.
 */
export const contractVersion = 2;

/**
 * The oldest contract whose releases run on this host. It increases only when the host takes something back that they
 * use.
 */
export const oldestContract = 1;

const alternative = /^\^([1-9]\d*)$/;

/** Whether a range contains a version that this host offers. A range is `^N`, or several alternatives: `^1 || ^2`. */
export const acceptsContract = (range: string, newest: number = contractVersion, oldest = oldestContract): boolean =>
  range.split('||').some((part) => {
    const version = Number(alternative.exec(part.trim())?.[1]);
    return version >= oldest && version <= newest;
  });

/** The contracts that this host offers, for a sentence: `^1 to ^2`. */
export const offeredContracts =
  (oldestContract as number) === contractVersion ? `^${contractVersion}` : `^${oldestContract} to ^${contractVersion}`;

/** The major and minor version. Null for text that is no version. */
const parse = (version: string): [major: number, minor: number] | null => {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})\.\d/.exec(version) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
};

/** The semver range of versions that can run code that was built against this version; patches make no difference. */
export function requiredRange(version: string): string {
  const [major, minor] = parse(version) ?? [0, 0];
  return `^${major}.${minor}.0`;
}

/** Whether a host with its version of a package can run code that was built against another one. */
function canShare(built: string, host: string): boolean {
  const [needed, offered] = [parse(built), parse(host)];
  if (!needed || !offered || needed[0] !== offered[0]) return false;
  return needed[0] === 0 ? needed[1] === offered[1] : needed[1] <= offered[1];
}

/** The packages that a release was built against and the host cannot share with it. */
export const findUnshared = (
  builtWith: readonly SharedPackage[],
  host: Readonly<Record<string, string>>,
): UnsharedPackage[] =>
  builtWith
    .map(({ name, version }) => ({ name, built: version, shared: Object.hasOwn(host, name) ? host[name]! : '' }))
    .filter(({ built, shared }) => !canShare(built, shared));

/** Says of each package what was built against, and what the host shares. */
export const describeUnshared = (packages: readonly UnsharedPackage[]): string =>
  packages
    .map(({ name, built, shared }) =>
      shared
        ? `it was built against ${name} ${built}, and this host shares ${name} ${shared}`
        : `it was built against ${name} ${built}, and this host does not share ${name}`,
    )
    .join('; ');
