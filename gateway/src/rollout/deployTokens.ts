// Deploy tokens: each allows its holder to ship one remote.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { newSecret } from '../core/secret.ts';
import { type AuditEntry, auditColumns } from './auditEntries.ts';
import { isRemoteName } from './names.ts';
import { claimPath } from './pathOwners.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

const tokenName = /^[A-Za-z0-9][\w-]{0,63}$/;

/** The secret has 256 random bits: one round of hashing is enough. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The token's owner. */
export const nameOfToken = (token: string): string => token.slice(0, Math.max(token.indexOf('.'), 0));

export type DeployTokens = ReturnType<typeof createDeployTokens>;

export function createDeployTokens({ db, clock }: Pick<GatewayBase, 'db' | 'clock'>) {
  const addAuditEntry = (actor: string, remote: string, entry: AuditEntry) =>
    db
      .insertInto('audit')
      .values({ time: clock(), who: actor, remote, ...auditColumns(entry), why: '' })
      .execute();

  /** This token's row, null when it is unknown. */
  async function find(token: string) {
    const name = nameOfToken(token);
    const row = await db
      .selectFrom('deploy_token')
      .select(['remote', 'hash'])
      .where('name', '=', name)
      .executeTakeFirst();
    return row && timingSafeEqual(row.hash, hashOf(token.slice(name.length + 1))) ? { name, remote: row.remote } : null;
  }

  return {
    /** Whether this is a token of any remote. */
    isValid: async (token: string): Promise<boolean> => (await find(token)) !== null,

    /**
     * Returns the token, which cannot be looked up later.
     * Reserves the remote's name as its path prefix.
     * @throws Fault BAD_REQUEST, WORD_TAKEN, or BAD_NAME when the name is taken or cannot be one.
     */
    async create(actor: string, remote: string, name: string): Promise<string> {
      if (!isRemoteName(remote)) throw new Fault('BAD_REQUEST');
      if (!tokenName.test(name)) throw new Fault('BAD_NAME');
      await claimPath(db, remote, clock());
      const secret = newSecret();
      const made = await db
        .insertInto('deploy_token')
        .values({ name, remote, hash: hashOf(secret), created_at: clock() })
        .onConflict((on) => on.doNothing())
        .returning('name')
        .executeTakeFirst();
      if (!made) throw new Fault('BAD_NAME');
      await addAuditEntry(actor, remote, ['createdToken', name]);
      return `${name}.${secret}`;
    },

    async revoke(actor: string, name: string): Promise<void> {
      const revoked = await db
        .deleteFrom('deploy_token')
        .where('name', '=', name)
        .returning('remote')
        .executeTakeFirst();
      if (revoked) await addAuditEntry(actor, revoked.remote, ['revokedToken', name]);
    },

    /**
     * Accepts a token for its own remote. A token of another remote is logged; an invalid one is not.
     * @throws Fault NO_AUTH
     */
    async check(token: string, remote: string, action: string): Promise<void> {
      const found = await find(token);
      if (!found) throw new Fault('NO_AUTH');
      if (found.remote === remote) return;
      await addAuditEntry(found.name, found.remote, ['refusedToken', action, isRemoteName(remote) ? remote : '']);
      throw new Fault('NO_AUTH');
    },
  };
}
