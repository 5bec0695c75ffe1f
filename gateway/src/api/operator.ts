// Server settings: how codes are sent, who may sign up, how many AI answers a person gets, and who becomes operator.
import { Fault } from '@amber/proto/faults';
import type { CallsOf, HandlerPorts } from './handler.ts';

export const operatorCalls = ({
  sms,
  signUps,
  phoneAccounts,
  answerTurns,
  operatorLinks,
}: HandlerPorts): CallsOf<'operator'> => ({
  async 'operator.signIn'() {
    const codes = await signUps.list();
    const { duplicates, unreadable } = await phoneAccounts.listProblems();
    return {
      sms: sms.provider,
      mode: signUps.mode,
      codes: codes.map(({ used, ...one }) => ({ ...one, used: used ?? 0 })),
      sameNumber: duplicates,
      unreadNumbers: unreadable,
      usedUp: await sms.exhaustedPrefixes(),
    };
  },
  async 'operator.testSms'({ phone }) {
    return { reason: await sms.test(phoneAccounts.read(phone)) };
  },
  async 'operator.createCode'({ note }) {
    if (note.trim() === '') throw new Fault('BAD_NAME');
    return { code: await signUps.create(note.trim()) };
  },
  'operator.revokeCode': ({ code }) => signUps.revoke(code),
  'operator.aiUse': () => answerTurns.useToday(),
  async 'operator.setAiQuota'({ mostPerDay }, { identifier }) {
    await answerTurns.setDailyQuota(identifier, mostPerDay);
    return answerTurns.useToday();
  },
  'operator.claim': ({ token }, { identifier }) => operatorLinks.claim(identifier, token),
});
