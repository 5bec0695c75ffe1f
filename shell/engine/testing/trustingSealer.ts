// A sealer that claims to encrypt but does not, for tests of everything around it.
import type { AccountDb } from '@amber/client/db';
import type { SignalSealer } from '../sealing/createSealer.ts';
import { sealedOf } from '../sealing/envelope.ts';
import type { LoadSealer } from '../sealing/encryption.ts';

/** The keys are one row, and everybody's trust state is 'unknown'. */
const trustingSealer = (db: AccountDb): SignalSealer => ({
  sealAll: async (_, contents, devices) =>
    contents.map((content) => ({
      copies: devices.map((to) => ({ ...content, encrypted: true, to })),
      plain: [],
      dropped: [],
      older: [],
      leftOut: [],
    })),
  openAll: (conversationId, contents, store) =>
    store(
      contents.map(
        (content) =>
          content && { content: { ...content, encrypted: true }, envelope: sealedOf(conversationId, content) },
      ),
      async () => {},
    ),
  async makeOrRestore() {
    const isNewDevice = (await db.identity.get('me')) === undefined;
    if (isNewDevice) await db.identity.put({ key: 'me' });
    return { isNewDevice };
  },
  replenish: async () => {},
  republish: async () => {},
  rotate: async () => {},
  bundlesOf: async () => [],
  repair: async () => true,
  safetyNumber: async () => '0'.repeat(60),
  pins: {
    stateOf: async () => 'unknown',
    devicesOf: async () => [],
    accept: async () => {},
    verify: async () => {},
    setDevices: async () => {},
  },
  ownKeys: {
    own: async () => ({ deviceId: '', identityKey: '', code: '0'.repeat(20), state: 'approved' }),
    listKnown: async () => [],
    approve: async () => {},
    remove: async () => {},
    applyDecisions: async () => {},
  },
});

export const loadTrustingSealer: LoadSealer = async () => ({ createSealer: ({ db }) => trustingSealer(db) });
