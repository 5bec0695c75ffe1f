// A person without a browser: signs in and calls the gateway.
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

/** Signs in by phone; `codes` is filled by the gateway's SMS provider. */
export async function connectClient(url: string, codes: ReadonlyMap<string, string>, phone: string): Promise<Client> {
  const deviceId = crypto.randomUUID();
  let token = '';
  const call: Client['call'] = async (name, request) => {
    const answer = await fetch(`${url}/gateway${routes[name].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', ...(token && { token }) },
      body: encode(routes[name].request as keyof Messages, request as object) as Uint8Array<ArrayBuffer>,
    });
    const { code, data } = decode('Envelope', new Uint8Array(await answer.arrayBuffer()));
    if (!isSuccess(code)) throw new Fault(code, { data });
    return decode(routes[name].reply as keyof Messages, data) as Calls[typeof name]['reply'];
  };
  await call('login.getSms', { phone, deviceId });
  token = (await call('login.login', { phone, code: codes.get(phone)!, appId: 1, deviceId })).token;
  const { userInfo } = await call('user.init', { token, uuid: deviceId, baseInfo: true, deviceName: 'bench', system: 'web' });
  return { identifier: userInfo!.identifier, deviceId, token, call };
}
