// Serves the metrics on a port of their own, so that the proxy in front of the gateway never makes them public.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PrometheusMetrics } from './prometheus.ts';

interface MetricsServerPorts {
  metrics: Pick<PrometheusMetrics, 'contentType' | 'render'>;
  host: string;
  /** 0: any free port. */
  port: number;
}

/** A few scrapers are usual; more connections are refused. */
const connectionsMax = 16;

/** @throws Error with a sentence that says what to do when the port cannot be used. */
export async function startMetricsServer({
  metrics,
  host,
  port,
}: MetricsServerPorts): Promise<{ url: string; close(): Promise<void> }> {
  let rendering: Promise<string> | undefined;
  const render = () =>
    (rendering ??= metrics.render().finally(() => {
      rendering = undefined;
    }));
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics\n');
      return;
    }
    render().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new Error(`The metrics cannot be served at ${host}:${port} (${cause.code}). Set METRICS_PORT to a free port.`, {
          cause,
        }),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
