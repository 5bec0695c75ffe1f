// Creates the demo's world: its people, what they have said, and what they will write to the visitor.
import { createDemoPerson, type DemoPerson, pause } from './demoPerson.ts';
import { people, type PersonName, visitor } from './people.ts';
import { seedBots } from './seedBots.ts';
import { seedCampaigns } from './seedCampaigns.ts';
import { type DemoPeople, seedChats } from './seedChats.ts';
import { seedMoments } from './seedMoments.ts';

interface WorldOptions {
  /** The gateway's address. */
  url: string;
  /** Resolves to the code that the gateway sends to a phone. */
  codeFor(phone: string): Promise<string>;
  /** Of the link that makes somebody the operator; undefined when there is an operator. */
  operatorToken: string | undefined;
  /** Receives a sentence for each step. */
  print(sentence: string): void;
}

interface World {
  /** Waits for the visitor's keys, because messages from before would be unencrypted; then everybody writes. */
  startPrivateChats(): Promise<void>;
  close(): Promise<void>;
}

const keysCheckInterval = 500;
/** A code was requested but not used. */
const keysChecksMax = 240;

/**
 * Signs everybody in and creates the data. The visitor's account is left without a device, so that the visitor's own is
 * the first.
 * @throws Fault of the first call that failed
 */
export async function createWorld({ url, codeFor, operatorToken, print }: WorldOptions): Promise<World> {
  const signedIn = await Promise.all(
    people.map(
      async ({ name, phone }) => [name, await createDemoPerson({ url, name, phone, codeFor, print })] as const,
    ),
  );
  const demoPeople: DemoPeople = new Map<PersonName, DemoPerson>(signedIn);
  const ada = demoPeople.get(visitor.name)!;
  const others = [...demoPeople.values()].filter((one) => one !== ada);
  print('the people meet, and found a group and a space…');
  const spaceId = await seedChats(demoPeople);
  print('they publish moments and a campaign…');
  await seedMoments(demoPeople);
  await seedBots(ada);
  if (operatorToken !== undefined) {
    await ada.call('operator.claim', { token: operatorToken });
    await seedCampaigns(demoPeople, spaceId);
  }
  await ada.signOut();
  return {
    async startPrivateChats() {
      for (let checks = 0; !(await others[0]!.canEncryptFor(ada.identifier)); checks += 1) {
        if (checks === keysChecksMax) return;
        await pause(keysCheckInterval);
      }
      await Promise.all(others.map((person) => person.playScript(ada.identifier)));
    },
    async close() {
      for (const person of others) await person.close();
    },
  };
}
