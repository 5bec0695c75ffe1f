// The calls that work without a running account, except signing in and out.
import type { DeviceCalls } from '@amber/client/bus';
import type { Privacy } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { ProblemLog, ProblemInput } from './kit/problemLog.ts';
import type { RunningAccount } from './runningAccount.ts';
import type { Accounts } from './session/accounts.ts';
import { type Http, isCall } from './session/http.ts';

interface DeviceCallsPorts {
  accounts: Accounts;
  http: Http;
  problemLog: ProblemLog;
  account: RunningAccount;
}

type OtherCalls = Pick<
  DeviceCalls,
  'keepData' | 'saveProfile' | 'api' | 'problems' | 'noteProblem' | 'loadedFiles' | 'reconnect'
>;

export const createDeviceCalls = ({ accounts, http, problemLog, account }: DeviceCallsPorts): OtherCalls => ({
  async keepData({ keep }) {
    const { key } = accounts.requireCurrent();
    await accounts.update(key, { keepsData: keep });
  },
  async saveProfile({ avatar, lastName }) {
    const key = accounts.current$.value?.key;
    const { userInfo } = await http.call('user.updateUserInfo', { avatar, lastName });
    if (key && userInfo) await accounts.update(key, { avatar: userInfo.avatar, lastName: userInfo.lastName });
  },
  async api({ call, request }) {
    if (!isCall(call)) throw new Fault('BAD_REQUEST');
    const reply = await http.call(call, request);
    if (call === 'user.privacy' || call === 'user.setPrivacy') await account.current()?.savePrivacy(reply as Privacy);
    return reply;
  },
  problems: async () => problemLog.entries(),
  noteProblem: async (problem) => problemLog.log(problem as ProblemInput),
  loadedFiles: async () => performance.getEntriesByType('resource').map(({ name }) => name),
  reconnect: async () => account.current()?.reconnect(),
});
