// A local service that speaks OpenAI's protocol, and can be told to fail in every way that services do.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What it was asked. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
}

type Responder = (answer: ServerResponse, request: ModelRequest) => Promise<void> | void;

const contentChunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
/** What a model thinks, which is not shown. */
export const reasoningChunk = (text: string) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { reasoning_content: text }, finish_reason: null }] })}\n\n`;
const end = `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

const begin = (answer: ServerResponse) => answer.writeHead(200, { 'content-type': 'text/event-stream' });

/** Ways to answer. */
export const responders = {
  /** These pieces, so many milliseconds apart. */
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
  refusal:
    (status: number): Responder =>
    (answer) => {
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ error: { message: 'secret detail of the service', type: 'x' } }));
    },
  /** The connection breaks in the middle. */
  cut: async (answer: ServerResponse) => {
    begin(answer);
    answer.write(contentChunk('Half an '));
    await sleep(30);
    answer.destroy();
  },
  /** It ends without saying why. */
  unfinished: (answer: ServerResponse) => {
    begin(answer);
    answer.end(contentChunk('Half an '));
  },
  garbage: (answer: ServerResponse) => {
    begin(answer);
    answer.end('data: {"choices": [{]\n\ndata: <html>\n\n');
  },
  /** It ends by itself, for this reason of the protocol. */
  endingBy:
    (reason: string, content = 'Half an '): Responder =>
    (answer) => {
      begin(answer);
      answer.end((content && contentChunk(content)) + end.replace('"stop"', JSON.stringify(reason)));
    },
  /** The same chunk for ever, as fast as it is read; `sent` counts the bytes. */
  endless:
    (chunk: string, sent: { bytes: number }): Responder =>
    async (answer) => {
      begin(answer);
      answer.write(contentChunk('Half an '));
      while (!answer.destroyed) {
        sent.bytes += chunk.length;
        if (!answer.write(chunk)) await Promise.race([once(answer, 'drain'), once(answer, 'close')]).catch(() => {});
        // The other end's close is noticed between two writes.
        await sleep(0);
      }
    },
  redirect:
    (status: number, to: string): Responder =>
    (answer) => {
      answer.writeHead(status, { location: to });
      answer.end();
    },
  /** It never says a word. */
  silence: (answer: ServerResponse) => {
    begin(answer);
    answer.flushHeaders();
  },
} satisfies Record<string, Responder | ((...args: never[]) => Responder)>;

export type AiService = Awaited<ReturnType<typeof startAiService>>;

/** Answers with `says` until told otherwise. */
export async function startAiService() {
  const requests: ModelRequest[] = [];
  const paths: string[] = [];
  const service = {
    respond: responders.pieces(['Hello ', 'there']) as Responder,
    /** All requests, oldest first. */
    requests,
    /** Everything that was fetched from it. */
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
