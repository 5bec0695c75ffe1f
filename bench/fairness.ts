// B42: the latency of an honest message while three accounts send, at once, as many large syncs as their limit per
// minute allows. A bare server beside the same attack shows what of it is the machine's, which the attackers share.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { encode } from '@amber/proto/codec';
import { connectClient, type Client } from '../tools/client.ts';
import { startBareServer } from './kit/bareServer.ts';
import { startGateway } from './kit/gateway.ts';
import { quantile, ratio, type Row } from './kit/row.ts';

const goal = 10;
const rounds = 3;
const messages = 300;
const every = 50;
const attackers = 3;
const syncsAtOnce = 590;
const cursorsEach = 9_900;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs in a separate process: each account sends its syncs at once, over as many connections. Each account has its own
 * network, as the gateway behind a proxy sees it.
 */
const attackScript = `
  import { Agent, request } from 'node:http';
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  const { url, tokens, body } = JSON.parse(input);
  const bytes = Buffer.from(body, 'base64');
  const agent = new Agent({ keepAlive: true });
  const sync = (token, network) => new Promise((resolve) => {
    request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/x-protobuf', token, 'x-forwarded-for': '203.0.' + network + '.1' },
    }, (answer) => answer.resume().once('close', resolve)).once('error', resolve).end(bytes);
  });
  await Promise.all(tokens.flatMap((token, index) => Array.from({ length: ${syncsAtOnce} }, () => sync(token, index))));
`;

/** Starts it in a process of its own. Returns the function that ends it. */
function startAttack(url: string, tokens: readonly string[], body: string): () => Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', attackScript], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // Attackers use other machines, so their computation must not take the gateway's processor time.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  child.stdin.end(JSON.stringify({ url, tokens, body }));
  return async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
}

/**
 * Sends at the rate, and returns how many milliseconds after it was due each message was acknowledged. The gateway and
 * this sender share an event loop, so that what stalls one delays the other: counted from the actual sending, a stall
 * would hide the messages that it held back.
 */
async function sendAtRate(send: () => Promise<unknown>): Promise<number[]> {
  const times: Promise<number>[] = [];
  const began = performance.now();
  for (let index = 0; index < messages; index += 1) {
    const due = began + index * every;
    await pause(Math.max(due - performance.now(), 0));
    times.push(send().then(() => performance.now() - due));
  }
  return Promise.all(times);
}

/** The same attack on a server that does nothing else than refuse it: what this machine takes by itself. */
async function measureBare(tokens: readonly string[], body: string): Promise<number[]> {
  const bare = await startBareServer();
  const stopAttack = startAttack(`${bare.url}/sync`, tokens, body);
  try {
    return await sendAtRate(bare.send);
  } finally {
    await stopAttack();
    await bare.close();
  }
}

const sender = (from: Client, conversationId: string) => () =>
  from.call('message.sendPrivateMessage', {
    id: crypto.randomUUID().replaceAll('-', '').slice(0, 24),
    conversation: { conversationId, conversationType: 'private' },
    content: [{ message: JSON.stringify({ text: 'one message' }), type: 'text' }],
  });

export const row: Row = {
  id: 'B42',
  description: `a message's p99 beside ${attackers} accounts that send ${syncsAtOnce} syncs of ${cursorsEach} cursors at once`,
  goal: `≤ ${goal} × without them`,
  async measure() {
    const gateway = await startGateway();
    const url = `http://127.0.0.1:${gateway.port}`;
    const people = (round: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => connectClient(url, gateway.codes, `+4930${round}000${index}0`)),
      );
    const cursors = Array.from({ length: cursorsEach }, (_, n) => ({
      conversationId: String(n).padStart(24, 'x'),
      epoch: 1,
      seq: 1,
    }));
    const body = Buffer.from(encode('SyncRequest', { cursors })).toString('base64');
    const [withoutAttack, duringAttack, bare, grown]: [number[], number[], number[], number[]] = [[], [], [], []];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const [alice, bob, ...others] = (await people(round, 2 + attackers)) as [Client, Client, ...Client[]];
        const { conversation } = await alice.call('conversation.create', {
          type: 'private',
          identifiers: [bob.identifier],
        });
        const send = sender(alice, conversation!.conversionId);
        const tokens = others.map(({ token }) => token);
        withoutAttack.push(...(await sendAtRate(send)));
        const before = process.memoryUsage().rss;
        const stopAttack = startAttack(`${url}/gateway/message/sync`, tokens, body);
        duringAttack.push(...(await sendAtRate(send)));
        grown.push((process.memoryUsage().rss - before) / 1_048_576);
        await stopAttack();
        bare.push(...(await measureBare(tokens, body)));
      }
    } finally {
      await gateway.close();
    }
    const measured = ratio(quantile(duringAttack, 0.99), quantile(withoutAttack, 0.99), goal, 'ms', 'alone');
    return {
      ...measured,
      value: `${measured.value}; a bare server beside them ${quantile(bare, 0.99).toFixed(0)} ms; + ${Math.max(...grown).toFixed(0)} MB`,
      figures: {
        ...measured.figures,
        p50: quantile(duringAttack, 0.5),
        aloneP50: quantile(withoutAttack, 0.5),
        bare: quantile(bare, 0.99),
        grown: Math.max(...grown),
      },
    };
  },
};
