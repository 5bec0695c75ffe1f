// QR codes that lead to a person.
import { Fault } from '@amber/proto/faults';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { newIdentifier } from '../core/identifiers.ts';

export const qrcodeCalls = ({ db, quotas, limits }: HandlerPorts): CallsOf<'qrcode'> => ({
  async 'qrcode.create'({ renew }, { identifier }) {
    const code = newIdentifier();
    await db
      .insertInto('qrcode')
      .values({ identifier, code })
      .onConflict((on) => (renew ? on.column('identifier').doUpdateSet({ code }) : on.column('identifier').doNothing()))
      .execute();
    return db.selectFrom('qrcode').select('code').where('identifier', '=', identifier).executeTakeFirstOrThrow();
  },

  async 'qrcode.get'({ code }, { identifier }) {
    await quotas.enforce([{ key: `qrcode/${identifier}`, limit: limits.codesReadPerHour }]);
    const userInfo = await db
      .selectFrom('qrcode')
      .innerJoin('person', 'person.identifier', 'qrcode.identifier')
      .select(['person.identifier', 'avatar', 'last_name as lastName'])
      .where('code', '=', code)
      .executeTakeFirst();
    if (!userInfo) throw new Fault('NO_AUTH');
    return { userInfo };
  },
});
