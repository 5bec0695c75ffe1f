// The operators: those of AMBER_OPERATORS, or the one who opened the link that the first start prints.
import { createHash } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { newSecret } from '../core/secret.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface OperatorPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'log' | 'onClose' | 'onError'> {
  /** The operators of the configuration. Those who open the link are added. */
  configured: Set<string>;
  /** Whether other gateways may share the database: then the link may be opened at any of them. */
  isShared: boolean;
}

/** The token has 256 random bits: one round of hashing is enough, and it cannot be guessed. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export type Operators = Awaited<ReturnType<typeof createOperators>>;

/**
 * With operators in the configuration only these count: the stored ones and the link are removed, which also ends what
 * somebody gained who found the link first.
 */
export async function createOperators(ports: OperatorPorts) {
  const { db, clock, limits, log, onClose, onError, configured: identifiers, isShared } = ports;
  const isConfigured = identifiers.size > 0;

  async function addStored(): Promise<void> {
    for (const { identifier } of await db.selectFrom('operator').select('identifier').execute())
      identifiers.add(identifier);
  }

  if (isConfigured) {
    await db.deleteFrom('operator').execute();
    await db.deleteFrom('operator_link').execute();
  } else await addStored();

  let token: string | undefined;
  if (identifiers.size === 0) {
    token = newSecret();
    const link = { hash: hashOf(token), expires_at: clock() + limits.operatorLinkTtl };
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('operator_link').execute();
      await tx.insertInto('operator_link').values(link).execute();
    });
    if (isShared) watchOtherGateways();
  }

  /** The call after the claim may come to another gateway. This ends with the first operator. */
  function watchOtherGateways(): void {
    const timer = setInterval(() => {
      if (identifiers.size > 0) clearInterval(timer);
      else void addStored().catch(onError);
    }, limits.operatorCheckEvery);
    timer.unref();
    onClose(() => clearInterval(timer));
  }

  return {
    /** The token of the link to print; undefined when there is an operator. */
    token,

    /**
     * Makes the account an operator and uses up the link.
     * A wrong token costs a look into a table of at most one row, so the limit of calls suffices.
     * @throws Fault OPERATOR_LINK when the link was used, has expired or was replaced.
     */
    async claim(identifier: string, claimed: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('operator_link')
          .where('hash', '=', hashOf(claimed))
          .where('expires_at', '>', clock())
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new Fault('OPERATOR_LINK');
        await tx.insertInto('operator').values({ identifier, created_at: clock() }).execute();
      });
      identifiers.add(identifier);
      // Whoever did not expect this has to see it.
      log.warn({ operator: identifier }, 'the link of the first start was opened: this account is the operator');
    },
  };
}
