// Calls the gateway from a terminal; errors are sentences that say what to do.
import type { Calls, Input, Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault, isSuccess } from '@amber/proto/faults';
import { routes } from '@amber/proto/routes';
import { CliError } from './cliError.ts';

/** An older gateway does not know the call. */
export class UnknownCallError extends CliError {}

/** The gateway's address: AMBER_URL, with or without the app's path. */
export const gatewayUrl = (): string =>
  (process.env['AMBER_URL'] || 'http://localhost:8080').replace(/\/(chat\/?)?$/, '');

async function post(url: string, body: Uint8Array, credentials: Record<string, string>): Promise<Uint8Array> {
  const addressHint = 'is the address right? Another one is named by AMBER_URL=https://chat.example.org';
  let answer: Response;
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', ...credentials },
      body: Buffer.from(body),
      signal: AbortSignal.timeout(40_000),
    });
  } catch (cause) {
    throw new CliError(`No gateway answers at ${gatewayUrl()}. Is it running, and ${addressHint}`, { cause });
  }
  if (!answer.ok) {
    const Reason = answer.status === 404 ? UnknownCallError : CliError;
    throw new Reason(`${gatewayUrl()} answers, but not as a gateway does (status ${answer.status}): ${addressHint}`);
  }
  return new Uint8Array(await answer.arrayBuffer());
}

/** @throws Fault with the gateway's code; CliError when there is no gateway. */
export async function callGateway<Name extends keyof Calls>(
  name: Name,
  request: Input<Calls[Name]['request']>,
  token = '',
): Promise<Calls[Name]['reply']> {
  const { path, request: requestName, reply } = routes[name];
  const answer = await post(
    `${gatewayUrl()}/gateway${path}`,
    encode(requestName as keyof Messages, request as object),
    { ...(token && { token }), ...('deployToken' in request && { 'deploy-token': String(request.deployToken) }) },
  );
  const { code, data } = decode('Envelope', answer);
  if (!isSuccess(code)) throw new Fault(code, { data });
  return decode(reply as keyof Messages, data) as Calls[Name]['reply'];
}
