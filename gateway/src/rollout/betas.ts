// The people who have joined the beta of a remote.
import { Fault } from '@amber/proto/faults';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { isRemoteName } from './names.ts';

export function createBetas({ db, limits }: Pick<GatewayBase, 'db' | 'limits'>) {
  /** Returns the remotes whose beta the account has joined. */
  const joinedBy = async (identifier: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('beta_member')
      .select('remote')
      .where('identifier', '=', identifier)
      .orderBy('remote')
      .execute();
    return rows.map(({ remote }) => remote);
  };

  return {
    joinedBy,

    /** Joins or leaves a beta; returns all that the account has joined. @throws Fault BAD_REQUEST */
    async join(identifier: string, remote: string, joined: boolean): Promise<string[]> {
      if (!isRemoteName(remote)) throw new Fault('BAD_REQUEST');
      if (joined && (await joinedBy(identifier)).length >= limits.offersMax) throw new Fault('BAD_REQUEST');
      if (joined)
        await db
          .insertInto('beta_member')
          .values({ identifier, remote })
          .onConflict((on) => on.doNothing())
          .execute();
      else
        await db.deleteFrom('beta_member').where('identifier', '=', identifier).where('remote', '=', remote).execute();
      return joinedBy(identifier);
    },
  };
}
