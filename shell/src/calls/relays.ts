// The relays of a call, and whether the other device may learn this one's address.
import type { Api, CallRelaysReply } from '@amber/proto';
import { isRelayUrl } from '@amber/proto/relayUrl';

/** The part of RTCConfiguration that says which paths a connection may take. */
export type Routes = Required<Pick<RTCConfiguration, 'iceServers' | 'iceTransportPolicy'>>;

interface RelayPorts {
  list: Api['call']['relays'];
  /** Whether the address must stay hidden from this person, if a relay can hide it. */
  hidesAddressFrom(identifier: string): Promise<boolean>;
}

/** Credentials that expire sooner than this, in milliseconds, are not used any more. */
const renewBefore = 5 * 60_000;
const serversMax = 8;

/** What the gateway says is checked, because a browser refuses the whole configuration for one wrong address. */
export const relayUrlsOf = ({ urls }: Pick<CallRelaysReply, 'urls'>): string[] =>
  urls.filter(isRelayUrl).slice(0, serversMax);

const isRelay = (url: string): boolean => /^turns?:/i.test(url);

/** Whether these servers include one that relays: only such a one hides an address. */
export const canHideAddress = (urls: readonly string[]): boolean => urls.some(isRelay);

export function createRelays({ list, hidesAddressFrom }: RelayPorts) {
  let known: { reply: CallRelaysReply; expiresAt: number } | null = null;

  /** @throws Fault without a connection to the gateway, if no credentials are known that are still valid. */
  async function read(): Promise<CallRelaysReply> {
    if (known && known.expiresAt - renewBefore > Date.now()) return known.reply;
    const askedAt = Date.now();
    const reply = await list({});
    known = { reply, expiresAt: askedAt + reply.validFor };
    return reply;
  }

  return {
    /** The paths to this person. Without relays, or where there are only servers that tell addresses, all are direct. */
    async routesTo(identifier: string): Promise<Routes> {
      const [reply, hides] = await Promise.all([read(), hidesAddressFrom(identifier)]);
      const urls = relayUrlsOf(reply);
      const { username, credential } = reply;
      return {
        iceServers: urls.map((url) => (isRelay(url) ? { urls: url, username, credential } : { urls: url })),
        iceTransportPolicy: hides && canHideAddress(urls) ? 'relay' : 'all',
      };
    },
  };
}
