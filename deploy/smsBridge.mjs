// A bridge for SMS_PROVIDER=webhook: checks who asks, then sends by any provider. Run it with Node, next to the gateway.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SMS_WEBHOOK_SECRET: secret, PORT = '9000', HOST = '127.0.0.1' } = process.env;
const seen = new Map();

/** Put your provider's request here; throw when it refuses. */
const send = async (phone, code) => console.log(`to ${phone.slice(0, 4)}…: a code of ${code.length} digits`);

createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  const { 'x-amber-time': time = '', 'x-amber-signature': signature = '' } = request.headers;
  const right = `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  const isOurs = signature.length === right.length && timingSafeEqual(Buffer.from(signature), Buffer.from(right));
  if (!isOurs || Math.abs(Date.now() - Number(time)) > 300_000) return response.writeHead(401).end();
  const { id, phone, code } = JSON.parse(body);
  // A message that is tried again has the same id: it is sent once.
  const sending = seen.get(id) ?? send(phone, code);
  setTimeout(() => seen.delete(id), 600_000).unref();
  seen.set(id, sending);
  await sending.then(
    () => response.writeHead(200).end('{"accepted":true}'),
    () => response.writeHead(502).end(seen.delete(id) && ''),
  );
})
  .listen(Number(PORT), HOST)
  .on('listening', function () {
    console.log(`SMS bridge: http://${HOST}:${this.address().port}`);
  });
