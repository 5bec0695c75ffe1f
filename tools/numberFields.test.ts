import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/** Every file with a numeric field, and the file with its rule; null: the digits are no number, such as a code. */
const numberFields: Readonly<Record<string, string | null>> = {
  'remotes/airdrop/src/manage/CampaignForm.tsx': 'remotes/airdrop/src/manage/fields.ts',
  'remotes/airdrop/src/manage/TaskList.tsx': 'remotes/airdrop/src/manage/fields.ts',
  'shared/conversationScreen/src/security/SafetyNumber.tsx': null,
  'shell/src/admin/AiPage.tsx': 'shell/src/admin/AiPage.tsx',
  'shell/src/admin/TestingSection.tsx': 'shell/src/admin/TestingSection.tsx',
  'shell/src/signIn/CodeStep.tsx': null,
};

test('R164 numbers in forms are validated by one rule', () => {
  const found = globSync('{shared/*,shell,remotes/*}/src/**/*.tsx', {
    cwd: root,
    exclude: (path) => /\.test\.tsx$|\/node_modules(\/|$)/.test(path),
  }).filter((path) => /inputMode="(numeric|decimal)"|type="number"/.test(readFileSync(`${root}/${path}`, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(numberFields));
  for (const rule of Object.values(numberFields))
    if (rule !== null) expect(readFileSync(`${root}/${rule}`, 'utf8')).toContain('numberBetween(');
});
