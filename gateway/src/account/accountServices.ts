// The services of a whole account: its deletion, and the export of its data.
import type { CallServices } from '../calls/callServices.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { PeopleServices } from '../people/peopleServices.ts';
import type { SpaceServices } from '../spaces/spaceServices.ts';
import { createAccountDeletion } from './accountDeletion.ts';
import { createDeletedNames } from './deletedNames.ts';
import { createDeleteAccount } from './deleteAccount.ts';
import { createExportData } from './exportData.ts';

type AccountPorts = Pick<MessageServices, 'notices' | 'performCommand'> &
  Pick<PeopleServices, 'deviceNotices'> &
  Pick<SpaceServices, 'changeSpace' | 'spaceMembers'> &
  Pick<CallServices, 'personalCalls'>;

export function createAccountServices(base: GatewayBase, ports: AccountPorts) {
  const deletedNames = createDeletedNames(base);
  const deleteAccount = createDeleteAccount({ ...base, ...ports, deletedNames });
  const accountDeletion = createAccountDeletion({ ...base, ...ports, deleteAccount });
  base.onSweep(deletedNames.removeRest, accountDeletion.deleteDue);
  return { accountDeletion, exportData: createExportData(base) };
}
