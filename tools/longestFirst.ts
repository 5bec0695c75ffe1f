// The order in which vitest runs the files: the longest first, so that no core sits idle at the end.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './run.ts';

/** Longest first; no other takes ten seconds. */
const long = [
  'e2e/twoEngines/model.test.ts',
  'gateway/src/doors/policy.test.ts',
  'gateway/src/store/killed.test.ts',
  'e2e/release/release.test.ts',
  'gateway/src/main.test.ts',
  'e2e/twoEngines/files.test.ts',
  'shell/engine/sealing/crypto/interleavings.test.ts',
  'e2e/twoEngines/pair.test.ts',
  'gateway/src/store/postgres/postgres.test.ts',
  'tools/size.test.ts',
  'gateway/src/people/sms.test.ts',
  'gateway/src/api/groupChat.test.ts',
  'gateway/src/delivery/push/fanout.test.ts',
  'gateway/src/doors/socket/socket.test.ts',
  'gateway/src/files/ownStore/objects.test.ts',
  'e2e/twoEngines/spaces.test.ts',
  'gateway/src/spaces/roomMembers.test.ts',
  'gateway/src/doors/hostile.test.ts',
  'shell/engine/sealing/encryption.test.ts',
  'e2e/twoEngines/groups.test.ts',
  'e2e/twoEngines/contacts.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const index = long.indexOf(relative(root, moduleId));
  return index < 0 ? long.length : index;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
