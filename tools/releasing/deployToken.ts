// Reads the deploy token from the environment.
import { gatewayUrl } from './gateway.ts';
import { CliError } from './cliError.ts';

/** @throws CliError when there is none. */
export function deployTokenOf(remote: string): string {
  const token = process.env['AMBER_DEPLOY_TOKEN'];
  if (token) return token;
  throw new CliError(
    `AMBER_DEPLOY_TOKEN is not set. An operator makes a token for ${remote} at ${gatewayUrl()}/chat/admin/features`,
  );
}
