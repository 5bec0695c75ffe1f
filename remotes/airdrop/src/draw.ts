// The tickets of draws, and the verification of a draw. See docs/draws.md.
import type { Campaign, DrawTicket } from '@amber/proto';

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Generated in the browser, so that someone who knows the seed cannot choose it. */
export const newTicket = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

const sha256 = async (text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/** Returns the winners, the first prize first: the tickets with the smallest hashes. */
export async function winnersOf(seed: string, tickets: readonly string[], prizes: number): Promise<string[]> {
  const ranked = await Promise.all(
    tickets.map(async (ticket) => ({ ticket, rank: `${await sha256(`${seed}:${ticket}`)} ${ticket}` })),
  );
  return ranked
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, prizes)
    .map(({ ticket }) => ticket);
}

export type Verdict = 'right' | 'wrongSeed' | 'wrongWinners';

/**
 * Verifies that the seed has its hash and yields the published winners. `hashBefore` is the hash that this page showed
 * before the draw.
 */
export async function verifyDraw(
  { seed, prizes }: Pick<Campaign, 'seed' | 'prizes'>,
  hashBefore: string,
  tickets: readonly DrawTicket[],
): Promise<Verdict> {
  if ((await sha256(seed)) !== hashBefore) return 'wrongSeed';
  const expected = await winnersOf(
    seed,
    tickets.map(({ ticket }) => ticket),
    prizes,
  );
  const shown = tickets
    .filter(({ place }) => place > 0)
    .toSorted((a, b) => a.place - b.place)
    .map(({ ticket }) => ticket);
  return expected.join() === shown.join() ? 'right' : 'wrongWinners';
}

const keyOf = (id: string) => `amber-draw-${id}`;

/** Returns the hash that this browser first saw for the seed, so that the gateway cannot replace it later. */
export function pinnedHash({ id, seedHash, drawnAt }: Pick<Campaign, 'id' | 'seedHash' | 'drawnAt'>): string {
  try {
    const seen = localStorage.getItem(keyOf(id));
    if (seen) return seen;
    if (drawnAt === 0 && seedHash !== '') localStorage.setItem(keyOf(id), seedHash);
  } catch {
    // Without storage the gateway's hash is trusted.
  }
  return seedHash;
}
