// Deploy tokens: each allows its holder to ship one remote.
import { timingSafeEqual } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { hashOfSecret, newSecret } from '../core/secret.ts';
import { addAuditEntry } from './auditEntries.ts';
import type { Changes } from './changes.ts';
import { isRemoteName } from './names.ts';
import { claimPath } from './pathOwners.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

const tokenName = /^[A-Za-z0-9][\w-]{0,63}$/;

/** The token's owner. */
export const nameOfToken = (token: string): string => token.slice(0, Math.max(token.indexOf('.'), 0));

export type DeployTokens = ReturnType<typeof createDeployTokens>;

interface DeployTokenPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  changes: Pick<Changes, 'changeRevision'>;
}

export function createDeployTokens({ db, clock, changes }: DeployTokenPorts) {
  /** This token's row, null when it is unknown. */
  async function find(token: string) {
    const name = nameOfToken(token);
    const row = await db
      .selectFrom('deploy_token')
      .select(['remote', 'hash'])
      .where('name', '=', name)
      .executeTakeFirst();
    return row && timingSafeEqual(row.hash, hashOfSecret(token.slice(name.length + 1)))
      ? { name, remote: row.remote }
      : null;
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
        .values({ name, remote, hash: hashOfSecret(secret), created_at: clock() })
        .onConflict((on) => on.doNothing())
        .returning('name')
        .executeTakeFirst();
      if (!made) throw new Fault('BAD_NAME');
      await addAuditEntry(db, { time: clock(), who: actor, remote }, ['createdToken', name]);
      return `${name}.${secret}`;
    },

    /** Ends the token, its approvals and its testers' links: a later token of this name begins without them. */
    revoke: (actor: string, name: string): Promise<void> =>
      changes.changeRevision(async (trx) => {
        const revoked = await trx
          .deleteFrom('deploy_token')
          .where('name', '=', name)
          .returning('remote')
          .executeTakeFirst();
        if (!revoked) return false;
        const { remote } = revoked;
        await trx.deleteFrom('release_approval').where('remote', '=', remote).where('token', '=', name).execute();
        await trx.deleteFrom('tester_link').where('remote', '=', remote).where('who', '=', name).execute();
        await addAuditEntry(trx, { time: clock(), who: actor, remote }, ['revokedToken', name]);
        return true;
      }),

    /**
     * Accepts a token for its own remote. A token of another remote is logged; an invalid one is not.
     * @throws Fault NO_AUTH
     */
    async check(token: string, remote: string, action: string): Promise<void> {
      const found = await find(token);
      if (!found) throw new Fault('NO_AUTH');
      if (found.remote === remote) return;
      await addAuditEntry(db, { time: clock(), who: found.name, remote: found.remote }, [
        'refusedToken',
        action,
        isRemoteName(remote) ? remote : '',
      ]);
      throw new Fault('NO_AUTH');
    },
  };
}
