// A local service with OpenAI's protocol, which can fail in every way that services do.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that the service received. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
}

type Responder = (answer: ServerResponse, request: ModelRequest) => Promise<void> | void;

const contentChunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
/** A chunk of a model's reasoning, which is not shown. */
export const reasoningChunk = (text: string) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { reasoning_content: text }, finish_reason: null }] })}\n\n`;
const end = `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

const begin = (answer: ServerResponse) => answer.writeHead(200, { 'content-type': 'text/event-stream' });

/** The ways in which the service can respond. */
export const responders = {
  /** Sends these pieces, `every` milliseconds apart. */
  pieces:
    (list: readonly string[], every = 0): Responder =>
    async (answer) => {
      begin(answer);
      for (const text of list) {
        if (answer.destroyed) return;
        answer.write(contentChunk(text));
        if (every > 0) await sleep(every);
      }
      answer.end(end);
    },
  /** Sends a piece, then, once `until` resolves, another one every few milliseconds while anybody listens. */
  paused:
    (text: string, until: Promise<void>) =>
    async (answer: ServerResponse): Promise<void> => {
      begin(answer);
      answer.write(contentChunk(text));
      await until;
      while (!answer.destroyed) {
        answer.write(contentChunk('more '));
        await sleep(10);
      }
    },
  refusal:
    (status: number): Responder =>
    (answer) => {
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ error: { message: 'secret detail of the service', type: 'x' } }));
    },
  /** Breaks the connection in the middle. */
  cut: async (answer: ServerResponse) => {
    begin(answer);
    answer.write(contentChunk('Half an '));
    await sleep(30);
    answer.destroy();
  },
  /** Ends the response without a finish reason. */
  unfinished: (answer: ServerResponse) => {
    begin(answer);
    answer.end(contentChunk('Half an '));
  },
  garbage: (answer: ServerResponse) => {
    begin(answer);
    answer.end('data: {"choices": [{]\n\ndata: <html>\n\n');
  },
  /** Ends the response with this finish reason of the protocol. */
  endingBy:
    (reason: string, content = 'Half an '): Responder =>
    (answer) => {
      begin(answer);
      answer.end((content && contentChunk(content)) + end.replace('"stop"', JSON.stringify(reason)));
    },
  /** Sends the same chunk endlessly, as fast as it is read; `sent` counts the bytes. */
  endless:
    (chunk: string, sent: { bytes: number }): Responder =>
    async (answer) => {
      begin(answer);
      answer.write(contentChunk('Half an '));
      while (!answer.destroyed) {
        sent.bytes += chunk.length;
        if (!answer.write(chunk)) await Promise.race([once(answer, 'drain'), once(answer, 'close')]).catch(() => {});
        // The pause between two writes lets the other end's close be noticed.
        await sleep(0);
      }
    },
  redirect:
    (status: number, to: string): Responder =>
    (answer) => {
      answer.writeHead(status, { location: to });
      answer.end();
    },
  /** Sends headers and nothing else. */
  silence: (answer: ServerResponse) => {
    begin(answer);
    answer.flushHeaders();
  },
} satisfies Record<string, Responder | ((...args: never[]) => Responder)>;

export type AiService = Awaited<ReturnType<typeof startAiService>>;

/** Starts the service; `respond` is the current responder and can be replaced. */
export async function startAiService() {
  const requests: ModelRequest[] = [];
  const paths: string[] = [];
  const service = {
    respond: responders.pieces(['Hello ', 'there']) as Responder,
    /** All requests that were received, oldest first. */
    requests,
    /** The method and path of every request. */
    paths,
    url: '',
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    paths.push(`${request.method} ${request.url}`);
    let body = '';
    for await (const part of request) body += String(part);
    const parsed = JSON.parse(body) as ModelRequest;
    requests.push(parsed);
    await service.respond(answer, parsed);
  }
  const server = createServer((request, answer) => void serve(request, answer).catch(() => answer.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return service;
}
