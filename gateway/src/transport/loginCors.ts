// CORS: lets the pages of PUBLIC_URL make the login calls when those have a separate host (LOGIN_URL).
import { routes } from '@amber/proto/routes';
import type { FastifyInstance } from 'fastify';

const paths = new Set(
  Object.values(routes)
    .filter(({ base }) => base === 'login')
    .map(({ path }) => `/gateway${path}`),
);
const day = 24 * 60 * 60;

/** Neither credentials nor tokens are allowed: there are no cookies, and these calls return the token. */
export function addLoginCors(app: FastifyInstance, publicUrl: string | undefined): void {
  if (!publicUrl) return;
  const allowed = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request, reply) => {
    if (!paths.has(request.url)) return;
    reply.header('vary', 'origin');
    if (request.headers.origin === allowed) reply.header('access-control-allow-origin', allowed);
  });
  for (const path of paths) {
    app.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, x-request-id',
          'access-control-max-age': day,
        })
        .send(),
    );
  }
}
