// Finds a server program that some tests need, and installs it where that is possible.
import { findOnPath, installDebianPackage } from './debianPackage.ts';

interface Program {
  /** Its name on PATH. */
  name: string;
  debianPackage: string;
  neededBy: string;
  site: string;
}

export const natsServer: Program = {
  name: 'nats-server',
  debianPackage: 'nats-server',
  neededBy: 'The tests of several gateways',
  site: 'https://nats.io/download',
};

export const turnServer: Program = {
  name: 'turnserver',
  debianPackage: 'coturn',
  neededBy: 'The tests of calls through a relay',
  site: 'https://github.com/coturn/coturn',
};

/**
 * Finds a program on PATH, or installs Debian's package.
 * @throws Error with a sentence that says what to do.
 */
export async function ensureProgram({ name, debianPackage, neededBy, site }: Program): Promise<void> {
  if (findOnPath(name)) return;
  await installDebianPackage(debianPackage);
  if (findOnPath(name)) return;
  throw new Error(
    `${neededBy} need ${name}, and it could not be installed. Install it with your system's package manager or from ${site}, so that it is on PATH.`,
  );
}
