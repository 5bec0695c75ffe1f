// Asks the gateway for the names of people whom this device does not know.
import { engine } from '@amber/client/engine';

/**
 * Asks for one after the other: a new device may know nobody in hundreds of groups. `requested` records the calls, which
 * are not repeated unless they fail.
 */
export async function requestWriters(
  writers: readonly [conversationId: string, identifier: string][],
  requested: Set<string>,
): Promise<void> {
  for (const [conversationId, identifier] of writers) {
    const key = `${conversationId} ${identifier}`;
    if (requested.has(key)) continue;
    requested.add(key);
    await engine.askMembers({ conversationId, identifiers: [identifier] }).catch(() => requested.delete(key));
  }
}
