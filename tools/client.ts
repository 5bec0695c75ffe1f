// A client without a browser: signs in and calls the gateway.
import { Agent, request as httpRequest } from 'node:http';
import type { Calls, Input, Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault, isSuccess } from '@amber/proto/faults';
import { routes } from '@amber/proto/routes';

export interface Client {
  identifier: string;
  deviceId: string;
  token: string;
  call<Name extends keyof Calls>(name: Name, request: Input<Calls[Name]['request']>): Promise<Calls[Name]['reply']>;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends one POST over a keep-alive connection. The client is as cheap as possible, so that the gateway is measured. As
 * browsers do, it repeats the call if an idle connection turns out to have been closed by the gateway meanwhile.
 */
const post = (url: string, token: string, body: Uint8Array): Promise<Buffer> =>
  new Promise<Buffer>((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/x-protobuf', 'content-length': body.length, ...(token && { token }) },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks)));
        answer.on('error', reject);
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, token, body));
      else reject(error);
    });
    request.end(body);
  });

/** Waits for the code, which may still be on its way through a console. */
async function waitForCode(codes: ReadonlyMap<string, string>, phone: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const code = codes.get(phone);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Fault('100003');
}

/** Signs in by phone; `codes` is filled by the gateway's SMS provider. */
export async function connectClient(url: string, codes: ReadonlyMap<string, string>, phone: string): Promise<Client> {
  const deviceId = crypto.randomUUID();
  let token = '';
  const call: Client['call'] = async (name, request) => {
    const answer = await post(
      `${url}/gateway${routes[name].path}`,
      token,
      encode(routes[name].request as keyof Messages, request as object),
    );
    const { code, data } = decode('Envelope', answer);
    if (!isSuccess(code)) throw new Fault(code, { data });
    return decode(routes[name].reply as keyof Messages, data) as Calls[typeof name]['reply'];
  };
  await call('login.getSms', { phone, deviceId });
  const code = await waitForCode(codes, phone);
  token = (await call('login.login', { phone, code, appId: 1, deviceId })).token;
  const { userInfo } = await call('user.init', {
    token,
    uuid: deviceId,
    baseInfo: true,
    deviceName: 'Node',
    system: 'web',
  });
  return { identifier: userInfo!.identifier, deviceId, token, call };
}
