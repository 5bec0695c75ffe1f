// The services of a whole account: its deletion, and the export of its data.
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
  Pick<SpaceServices, 'changeSpace' | 'spaceMembers'>;

export function createAccountServices(
  { pool, db, bus, clock, limits, quotas, onError, onSweep }: GatewayBase,
  { notices, performCommand, deviceNotices, changeSpace, spaceMembers }: AccountPorts,
) {
  const deletedNames = createDeletedNames({ db, clock });
  const deleteAccount = createDeleteAccount({
    db,
    bus,
    clock,
    notices,
    deviceNotices,
    performCommand,
    changeSpace,
    spaceMembers,
    deletedNames,
    onError,
  });
  const accountDeletion = createAccountDeletion({ db, clock, limits, notices, quotas, onError, deleteAccount });
  onSweep(deletedNames.removeRest, accountDeletion.deleteDue);
  return { accountDeletion, exportData: createExportData({ pool, limits, quotas }) };
}
