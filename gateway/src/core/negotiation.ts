// Parses the languages and encodings that a browser accepts.
import accepts from '@fastify/accepts';
import type { FastifyInstance } from 'fastify';

/** Browsers send fewer characters; parsing the largest header that Node accepts takes a millisecond. */
const headerMax = 300;
const negotiated = ['accept-encoding', 'accept-language'] as const;

/** Adds `encoding()` and `languages()` to every request of this app. */
export function addNegotiation(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    for (const name of negotiated) {
      const value = headers[name];
      if (value !== undefined && value.length > headerMax) headers[name] = String(value).slice(0, headerMax);
    }
  });
  void app.register(accepts);
}
