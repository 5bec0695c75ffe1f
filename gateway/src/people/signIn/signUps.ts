// Sign-up rules: open to anybody, only with an operator's code, or closed.
import { randomBytes } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { isLoopback, networkOf } from '../../core/address.ts';
import type { Transaction } from '../../db/store.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

export const signUpModes = ['open', 'invited', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

interface SignUpPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  mode: SignUpMode;
}

/** The note of the code in the link of the first start. */
const firstOperator = 'the first operator';
const listMax = 200;
const normalizeCode = (code: string): string => code.trim().toLowerCase().replaceAll('-', '');

export function createSignUps({ db, clock, limits, quotas, mode }: SignUpPorts) {
  /** Whether this is an unused code that may pay for one more message, which it then has done. */
  async function payForMessage(code: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('sign_up_code')
      .set((row) => ({ messages: row('messages', '+', 1) }))
      .where('code', '=', normalizeCode(code))
      .where('used_at', 'is', null)
      .where('messages', '<', limits.messagesPerInvitation)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function create(note: string): Promise<string> {
    const code = randomBytes(8).toString('hex');
    await db.insertInto('sign_up_code').values({ code, note, created_at: clock(), used_at: null }).execute();
    return code;
  }

  return {
    mode,

    /**
     * Uses up the code, where one is required. Must be called inside the transaction that creates the person.
     * @throws Fault SIGNUP_CLOSED, SIGNUP_CODE where the code is missing, 300001 for an invalid one.
     */
    async admit(tx: Transaction, code: string): Promise<void> {
      if (mode === 'open') return;
      if (mode === 'closed') throw new Fault('SIGNUP_CLOSED');
      if (code.trim() === '') throw new Fault('SIGNUP_CODE');
      const { numUpdatedRows } = await tx
        .updateTable('sign_up_code')
        .set({ used_at: clock() })
        .where('code', '=', normalizeCode(code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Fault('300001');
    },

    /**
     * Whether phones without an account get a sign-in code too, for which somebody pays: where newcomers need an
     * operator's code, only with an unused one. It depends on that code alone and never on the phone, so no answer tells
     * who has an account.
     * @throws Fault 300001 for a code that is not valid or has paid for as many messages as it may, and after too many
     * of those from this network.
     */
    async mayMessageNewcomer(code: string, address: string): Promise<boolean> {
      if (mode !== 'invited') return true;
      if (code.trim() === '') return false;
      const isExempt = isLoopback(address);
      const guesses = `signUp/wrong/${networkOf(address)}`;
      if (!isExempt && (await quotas.countOf(guesses)) >= limits.guessesPerNetwork) throw new Fault('300001');
      if (await payForMessage(code)) return true;
      if (!isExempt) await quotas.count(guesses);
      throw new Fault('300001');
    },

    /** Whether this is an operator's code, used or not: such a code names no inviter. */
    async isOperatorCode(code: string): Promise<boolean> {
      const found = await db
        .selectFrom('sign_up_code')
        .select('code')
        .where('code', '=', normalizeCode(code))
        .executeTakeFirst();
      return found !== undefined;
    },

    create,

    /**
     * The code for the person who opens the link of the first start, where newcomers need one: nobody could make it for
     * them. A restart before that gives the same one.
     */
    async codeOfFirstOperator(): Promise<string | undefined> {
      if (mode !== 'invited') return undefined;
      const made = await db
        .selectFrom('sign_up_code')
        .select('code')
        .where('note', '=', firstOperator)
        .where('used_at', 'is', null)
        .where('messages', '<', limits.messagesPerInvitation)
        .executeTakeFirst();
      return made?.code ?? create(firstOperator);
    },

    /** Deletes an unused code; used codes stay as the record. @throws Fault BAD_REQUEST for any other. */
    async revoke(code: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('sign_up_code')
        .where('code', '=', normalizeCode(code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Fault('BAD_REQUEST');
    },

    /** The codes, newest first. */
    list: () =>
      db
        .selectFrom('sign_up_code')
        .select(['code', 'note', 'created_at as created', 'used_at as used'])
        .orderBy('created_at', 'desc')
        .orderBy('code')
        .limit(listMax)
        .execute(),
  };
}
