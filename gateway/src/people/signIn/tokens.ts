// Sessions: short-lived access tokens, and refresh tokens that rotate on every use.
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { LoginReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Selectable } from 'kysely';
import { subjects } from '../../core/bus.ts';
import type { Transaction } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

/** The caller: a person on a device, in a session. All fields are empty for a visitor. */
export interface Actor {
  identifier: string;
  device: string;
  family: string;
}

export const anonymousActor: Actor = { identifier: '', device: '', family: '' };

type TokenKind = 'a' | 'r';
type Family = Selectable<Tables['family']>;

interface TokenPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'> {
  /** The key that signs the tokens; it is the same on every gateway of a database. */
  secret: string;
}

export type Tokens = ReturnType<typeof createTokens>;

/** The time in milliseconds for which a session that ended on another gateway may still be accepted here. */
const cacheTtl = 1_000;
const cacheMax = 50_000;

export function createTokens({ db, bus, clock, limits, secret }: TokenPorts) {
  /**
   * The sessions that were looked up. A null actor means that the session has ended, which is final whatever the clock
   * does.
   */
  const sessionCache = new Map<string, { actor: Actor | null; until: number }>();
  /** Lookups in flight, by session: concurrent calls share one. */
  const lookups = new Map<string, Promise<Actor | null>>();
  bus.subscribe(subjects.sessions, (hint) => {
    if (hint.kind === 'revoked') evict(hint.family);
  });

  /** Removes a session from the cache; a lookup that is in flight must not fill the cache either. */
  function evict(family: string): void {
    sessionCache.delete(family);
    lookups.delete(family);
  }

  // The key object is created once; from a text, every call would create it again.
  const key = createSecretKey(secret, 'utf8');
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  /** The same family and generation always give the same token, which makes a repeated refresh harmless. */
  const sign = (kind: TokenKind, { id, generation, rotated_at }: Family) => {
    const text = `${kind}.${id}.${generation}.${rotated_at}`;
    return `${text}.${mac(text)}`;
  };

  const tokenPairOf = (family: Family): Omit<LoginReply, 'identifier'> => ({
    token: sign('a', family),
    refreshToken: sign('r', family),
  });

  /** Verifies a token's signature and kind. @throws Fault with `invalid` as its code. */
  function verifyToken(token: string, kind: TokenKind, invalid: '9001' | '200003') {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, Math.max(end, 0));
    // The signatures are compared as text: as bytes, the unused bits of the last character would allow several
    // spellings of one token.
    const signature = Buffer.from(token.slice(end + 1));
    const expected = Buffer.from(mac(text));
    const [foundKind, id, generation, issuedAt] = text.split('.');
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected) || foundKind !== kind || !id)
      throw new Fault(invalid);
    return { id, generation: Number(generation), issuedAt: Number(issuedAt) };
  }

  /** Whether this gateway issued this access token, even if its session has ended. */
  function isSigned(token: string): boolean {
    try {
      return verifyToken(token, 'a', '9001').id !== '';
    } catch {
      return false;
    }
  }

  async function revoke(family: string): Promise<void> {
    await db
      .updateTable('family')
      .set({ revoked_at: clock() })
      .where('id', '=', family)
      .where('revoked_at', 'is', null)
      .execute();
    bus.publish(subjects.sessions, { kind: 'revoked', family });
  }

  /**
   * Ends all sessions of this device. `removed`: the person did so on another device, and this device is informed of
   * it.
   */
  async function revokeDevice(identifier: string, device: string, { removed = false } = {}): Promise<void> {
    const families = await db
      .selectFrom('family')
      .select('id')
      .where('identifier', '=', identifier)
      .where('device', '=', device)
      .where('revoked_at', 'is', null)
      .execute();
    if (removed && families.length > 0)
      await db
        .updateTable('family')
        .set({ removed })
        .where(
          'id',
          'in',
          families.map(({ id }) => id),
        )
        .execute();
    for (const { id } of families) await revoke(id);
  }

  /** The session's actor according to the database; null when the session has ended. */
  async function lookUp(id: string): Promise<Actor | null> {
    const family = await db
      .selectFrom('family')
      .selectAll()
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return family ? { identifier: family.identifier, device: family.device, family: id } : null;
  }

  /** Calls `lookUp` once for all concurrent callers, and caches the result. */
  function lookUpOnce(id: string): Promise<Actor | null> {
    const inFlight = lookups.get(id);
    if (inFlight) return inFlight;
    const lookup = lookUp(id)
      .then((actor) => {
        if (lookups.get(id) !== lookup) return actor;
        if (sessionCache.size >= cacheMax) sessionCache.clear();
        sessionCache.set(id, { actor, until: clock() + cacheTtl });
        return actor;
      })
      .finally(() => {
        if (lookups.get(id) === lookup) lookups.delete(id);
      });
    lookups.set(id, lookup);
    return lookup;
  }

  const isDeleted = async (tx: Transaction, identifier: string): Promise<boolean> =>
    (await tx
      .selectFrom('person')
      .select('identifier')
      .where('identifier', '=', identifier)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()) !== undefined;

  return {
    isSigned,
    revoke,
    revokeDevice,

    /** Starts a session, which ends the device's earlier one. */
    async startSession(identifier: string, device: string): Promise<Omit<LoginReply, 'identifier'>> {
      await revokeDevice(identifier, device);
      const family = {
        id: randomBytes(12).toString('base64url'),
        identifier,
        device,
        generation: 1,
        rotated_at: clock(),
        revoked_at: null,
        removed: false,
      };
      await db.insertInto('family').values(family).execute();
      return tokenPairOf(family);
    },

    /** Moves the session to another device, whose earlier session ends. Its tokens stay valid. */
    async moveTo(actor: Actor, device: string): Promise<Actor> {
      await revokeDevice(actor.identifier, device);
      await db.updateTable('family').set({ device }).where('id', '=', actor.family).execute();
      evict(actor.family);
      return { ...actor, device };
    },

    /**
     * Returns the caller of an access token.
     * @throws Fault 1002 when it has expired, 9001 when it is invalid or its session has ended.
     */
    async actorOf(token: string): Promise<Actor> {
      const { id, issuedAt } = verifyToken(token, 'a', '9001');
      if (clock() >= issuedAt + limits.accessTokenTtl) throw new Fault('1002');
      const cached = sessionCache.get(id);
      const now = clock();
      // The second comparison covers a clock that was set back.
      const isFresh = cached !== undefined && cached.until > now && cached.until <= now + cacheTtl;
      if (isFresh && cached.actor) return cached.actor;
      if (isFresh) throw new Fault('9001');
      const actor = await lookUpOnce(id);
      if (!actor) throw new Fault('9001');
      return actor;
    },

    /**
     * Returns the next pair of tokens. Within the grace period a repeated call returns the same pair; later use of an
     * old refresh token counts as theft and ends the session.
     * @throws Fault 200003 for an invalid refresh token, 200002 when it has expired, 1003 when its session has ended,
     * DEVICE_REMOVED when the session was ended on another device, ACCOUNT_DELETED when it ended with its account.
     */
    async refresh(refreshToken: string): Promise<Omit<LoginReply, 'identifier'> & { actor: Actor }> {
      const { id, generation, issuedAt } = verifyToken(refreshToken, 'r', '200003');
      const now = clock();
      if (now >= issuedAt + limits.refreshTokenTtl) throw new Fault('200002');
      const family = await db
        .transaction()
        .execute(async (tx): Promise<Family | 'ended' | 'removed' | 'deleted' | 'reused'> => {
          const current = await tx.selectFrom('family').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
          if (current?.removed) return 'removed';
          if (!current) return 'ended';
          if (current.revoked_at !== null) return (await isDeleted(tx, current.identifier)) ? 'deleted' : 'ended';
          // The token's generation is later than the stored one: we signed it before the database was restored from a
          // backup.
          if (generation >= current.generation) {
            const next = { ...current, generation: generation + 1, rotated_at: now };
            await tx
              .updateTable('family')
              .set({ generation: next.generation, rotated_at: now })
              .where('id', '=', id)
              .execute();
            return next;
          }
          const inGrace = generation === current.generation - 1 && now - current.rotated_at <= limits.refreshGrace;
          return inGrace ? current : 'reused';
        });
      if (family === 'reused') await revoke(id);
      if (family === 'removed') throw new Fault('DEVICE_REMOVED');
      if (family === 'deleted') throw new Fault('ACCOUNT_DELETED');
      if (typeof family === 'string') throw new Fault('1003');
      return { ...tokenPairOf(family), actor: { identifier: family.identifier, device: family.device, family: id } };
    },
  };
}
