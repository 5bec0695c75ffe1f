// Signing in by phone.
import { Fault } from '@amber/proto/faults';
import { checkDeviceId } from '../checks.ts';
import type { CallsOf, Parts } from '../handler.ts';
import { newIdentifier } from '../identifiers.ts';
import { greetNewcomer } from '../newcomer.ts';
import { normalisePhone } from '../phone.ts';

export const loginCalls = ({ store: { db }, sms, tokens, limits, clock }: Parts): CallsOf<'login'> => ({
  async 'login.getSms'({ phone, deviceId }) {
    checkDeviceId(deviceId);
    await sms.send(normalisePhone(phone), deviceId);
    return { retryAfter: limits.codeEvery };
  },

  async 'login.login'({ phone: text, code, appId, deviceId }) {
    if (appId !== limits.appId) throw new Fault('BAD_REQUEST');
    checkDeviceId(deviceId);
    const phone = normalisePhone(text);
    await sms.redeem(phone, deviceId, code);
    await db.transaction().execute(async (tx) => {
      const made = await tx.insertInto('person').values({ identifier: newIdentifier(), phone, created_at: clock() })
        .onConflict((on) => on.column('phone').doNothing()).returning('identifier').executeTakeFirst();
      if (made) await greetNewcomer(tx, made.identifier, clock());
    });
    const { identifier } = await db.selectFrom('person').select('identifier').where('phone', '=', phone).executeTakeFirstOrThrow();
    return tokens.begin(identifier, deviceId);
  },
});
