// A push service on this machine: it records pushes, and decrypts them as a browser would (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Input, PushChoices, PushSubscribeRequest } from '@amber/proto';

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type ServiceAnswer = number | 'hang' | { status: number; headers: Record<string, string> };

/** Creates the keys of a subscription as a browser does. */
export function subscriptionKeys() {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: curve.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    /** Decrypts the text of a push. @throws Error when it is for another subscription, or has been changed. */
    open(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const idLength = body[20]!;
      const sender = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
      const secret = hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32);
      const derive = (text: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${text}\0`, length));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

export const defaultChoices: PushChoices = {
  showText: true,
  mentionsOnly: false,
  quiet: false,
  quietFrom: 22 * 60,
  quietTo: 7 * 60,
  timeZone: 'Europe/Berlin',
  newMessage: 'New message',
  won: 'You won a prize',
  ready: 'All tasks done',
  deleting: 'Your account will be deleted',
  waiting: 'Somebody waits',
  calling: 'Incoming call',
  missedCall: 'Missed call',
};

/** A device's request to subscribe at this endpoint. The default keys suffice where no push is decrypted. */
export const subscriptionAt = (
  endpoint: string,
  { p256dh, auth } = subscriptionKeys(),
  choices: Partial<PushChoices> = {},
): Input<PushSubscribeRequest> => ({ endpoint, p256dh, auth, choices: { ...defaultChoices, ...choices } });

/** Whether the VAPID token of a push was signed with its key, and the token's claims. */
export function vapidOf({ headers }: ReceivedPush) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { key, isSigned, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}

/** Starts a push service on any free port. `answer` may be set at any time; the answers in `next` go first. */
export async function startPushService() {
  const received: ReceivedPush[] = [];
  const state = { answer: 201 as ServiceAnswer, next: [] as ServiceAnswer[] };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      const answer = state.next.shift() ?? state.answer;
      if (answer === 'hang') return;
      const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    state,
    /** The pushes for one subscription, in the order of arrival. */
    pushesTo: (endpoint: string) => received.filter(({ path }) => url + path === endpoint),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}
