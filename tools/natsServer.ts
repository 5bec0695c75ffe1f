// Finds nats-server for the tests of several gateways, and installs it where that is possible.
import { findOnPath, installDebianPackage } from './debianPackage.ts';

/**
 * Finds nats-server on PATH, or installs Debian's package.
 * @throws Error with a sentence that says what to do.
 */
export async function ensureNatsServer(): Promise<void> {
  if (findOnPath('nats-server')) return;
  await installDebianPackage('nats-server');
  if (findOnPath('nats-server')) return;
  throw new Error(
    "The tests of several gateways need nats-server, and it could not be installed. Install it with your system's package manager or from https://nats.io/download, so that it is on PATH.",
  );
}
