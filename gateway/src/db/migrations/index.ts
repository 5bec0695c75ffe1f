// The schema's history. Append only: a released migration is never edited; the index is the version.
import { contract, expand, type Migration } from '../migration.ts';
import { accountDeletions } from './accountDeletions.ts';
import { approvals } from './approvals.ts';
import { bucketFiles } from './bucketFiles.ts';
import { campaignCorrections } from './campaignCorrections.ts';
import { campaignNews } from './campaignNews.ts';
import { campaigns } from './campaigns.ts';
import { bots } from './bots.ts';
import { codeBudgets } from './codeBudgets.ts';
import { contacts } from './contacts.ts';
import { contactsOfOther } from './contactsOfOther.ts';
import { cursorsStandAlone } from './cursorsStandAlone.ts';
import { deletedNames } from './deletedNames.ts';
import { deletedAccounts } from './deletedAccounts.ts';
import { entries } from './entries.ts';
import { features } from './features.ts';
import { fileHolds } from './fileHolds.ts';
import { firstTables } from './firstTables.ts';
import { forms } from './forms.ts';
import { groupPictures } from './groupPictures.ts';
import { groups } from './groups.ts';
import { hostFiles } from './hostFiles.ts';
import { humans } from './humans.ts';
import { healthByAccount } from './healthByAccount.ts';
import { joining } from './joining.ts';
import { judgingAccounts } from './judgingAccounts.ts';
import { kept } from './kept.ts';
import { keyIds } from './keyIds.ts';
import { keys } from './keys.ts';
import { leases } from './leases.ts';
import { sharedLimits } from './sharedLimits.ts';
import { liveChanges } from './liveChanges.ts';
import { mates } from './mates.ts';
import { memberPages } from './memberPages.ts';
import { momentPictures } from './momentPictures.ts';
import { moments } from './moments.ts';
import { noticesForOne } from './noticesForOne.ts';
import { offeredAt } from './offeredAt.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { removedRemotes } from './removedRemotes.ts';
import { pushes } from './pushes.ts';
import { phoneNumbers } from './phoneNumbers.ts';
import { profiles } from './profiles.ts';
import { registryFiles } from './registryFiles.ts';
import { publicPictures } from './publicPictures.ts';
import { remoteFailure } from './remoteFailure.ts';
import { restored } from './restored.ts';
import { rollout } from './rollout.ts';
import { sendBatch } from './sendBatch.ts';
import { sendBatchAnonymous } from './sendBatchAnonymous.ts';
import { sendBatchLean } from './sendBatchLean.ts';
import { sendBatchWithheld } from './sendBatchWithheld.ts';
import { signIn } from './signIn.ts';
import { signUpCodes } from './signUpCodes.ts';
import { smsAskers } from './smsAskers.ts';
import { spaces } from './spaces.ts';
import { uploads } from './uploads.ts';
import { voices } from './voices.ts';
import { voiceUse } from './voiceUse.ts';
import { waitingPushes } from './waitingPushes.ts';
import { previewRequests } from './previewRequests.ts';

/** The releases with these migrations start on no newer schema, so that their kind does not matter. */
const firstMigrations = [
  firstTables,
  sendBatch,
  rollout,
  features,
  groups,
  remoteFailure,
  sendBatchAnonymous,
  signIn,
  keys,
  contacts,
  people,
  deletedAccounts,
  contactsOfOther,
  noticesForOne,
  profiles,
  keyIds,
  spaces,
  sendBatchLean,
  uploads,
  cursorsStandAlone,
  offeredAt,
  kept,
  joining,
  smsAskers,
  fileHolds,
  entries,
  memberPages,
  forms,
  healthByAccount,
  places,
  registryFiles,
  moments,
  sendBatchWithheld,
  restored,
  signUpCodes,
  removedRemotes,
  approvals,
  publicPictures,
  campaigns,
  pushes,
  momentPictures,
  bots,
  groupPictures,
  campaignNews,
  humans,
  mates,
  phoneNumbers,
  deletedNames,
  codeBudgets,
  accountDeletions,
  voices,
  voiceUse,
  judgingAccounts,
  campaignCorrections,
  waitingPushes,
  leases,
];

export const migrations: readonly Migration[] = [
  ...firstMigrations.map((sql, index) => contract(sql, { since: index + 1 })),
  expand(bucketFiles),
  expand(hostFiles),
  expand(sharedLimits),
  expand(liveChanges),
  expand(previewRequests),
];
