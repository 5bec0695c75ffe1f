// The schema's versions: the baseline with which every database begins, and the migrations after it.
import { readFileSync } from 'node:fs';
import { expand, type Migration } from './migration.ts';
import { auditKinds } from './migrations/auditKinds.ts';
import { builtWith } from './migrations/builtWith.ts';
import { callsPath } from './migrations/callsPath.ts';
import { givenDeviceNames } from './migrations/givenDeviceNames.ts';
import { invitationMessages } from './migrations/invitationMessages.ts';
import { latestCalls } from './migrations/latestCalls.ts';
import { operatorLinks } from './migrations/operatorLinks.ts';
import { personalCalls } from './migrations/personalCalls.ts';
import { releaseStacks } from './migrations/releaseStacks.ts';
import { repeatedReadyTimes } from './migrations/repeatedReadyTimes.ts';
import { secondTokens } from './migrations/secondTokens.ts';
import { testers } from './migrations/testers.ts';

/** The version of the baseline. Databases of earlier versions are brought to it by the builds before release 0.2.0. */
export const baseline = {
  version: 61,
  sql: readFileSync(new URL('baseline.sql', import.meta.url), 'utf8'),
};

/** The first one leads from the baseline to the next version, each other one to the version after. */
export const migrations: readonly Migration[] = [
  expand(operatorLinks),
  expand(testers),
  expand(auditKinds),
  expand(repeatedReadyTimes),
  expand(builtWith),
  expand(secondTokens),
  expand(releaseStacks),
  expand(invitationMessages),
  expand(givenDeviceNames),
  expand(personalCalls),
  expand(callsPath),
  expand(latestCalls),
];

/** The version to which these migrations lead. */
export const versionAfter = (known: readonly Migration[]): number => baseline.version + known.length;
