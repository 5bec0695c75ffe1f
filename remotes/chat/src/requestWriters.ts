// Asks the gateway for the names of people whom this device does not know, once for each page.
import { engine } from '@amber/client/engine';

const requested = new Set<string>();

/** Asks for one after the other: a new device may know nobody in hundreds of groups. */
export async function requestWriters(writers: readonly [conversationId: string, identifier: string][]): Promise<void> {
  for (const [conversationId, identifier] of writers) {
    const key = `${conversationId} ${identifier}`;
    if (requested.has(key)) continue;
    requested.add(key);
    await engine.askMembers({ conversationId, identifiers: [identifier] }).catch(() => requested.delete(key));
  }
}
