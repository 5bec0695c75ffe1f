// People without a browser, who write through the gateway's calls.
import { limits } from '@amber/proto/limits';
import { type Client, connectClient } from '../../tools/client.ts';
import type { GatewayProcess } from './gatewayProcess.ts';

/** Signs a new person in who has no keys, so that what they write is not encrypted. */
export async function connectPerson(
  gateway: Pick<GatewayProcess, 'port' | 'codeFor'>,
  phone: string,
  lastName: string,
): Promise<Client> {
  const codes = new Map<string, string>();
  void gateway.codeFor(phone).then((code) => codes.set(phone, code));
  const client = await connectClient(`http://127.0.0.1:${gateway.port}`, codes, phone);
  const { list: avatars } = await client.call('user.preparedAvatar', {});
  await client.call('user.updateUserInfo', { lastName, avatar: avatars[0]! });
  return client;
}

interface WriterOptions {
  conversation: { conversationId: string; conversationType: 'private' | 'group' };
  /** The beginning of the messages' ids, at most five characters. */
  series: string;
  textOf(number: number): string;
}

/** Returns a function that sends so many more messages, numbered from 1. */
export function createWriter(client: Client, { conversation, series, textOf }: WriterOptions) {
  let sent = 0;
  return async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= limits.sendInOrderMax) {
      const messages = Array.from({ length: Math.min(left, limits.sendInOrderMax) }, () => {
        sent += 1;
        return {
          id: `${series}${String(sent).padStart(24 - series.length, '0')}`,
          content: [{ type: 'text', message: JSON.stringify({ text: textOf(sent) }) }],
        };
      });
      await client.call('message.sendInOrder', { conversation, messages });
    }
  };
}
