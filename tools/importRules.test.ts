import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, root, run } from './run.ts';

// [the importing file, what it imports, everything or one name of it, whether it may]
const cases: [string, string, boolean][] = [
  ['proto/src/x.ts', '@amber/client/db', false],
  ['shared/client/src/x.ts', '@amber/proto/faults', true],
  ['shared/client/src/x.ts', '@amber/ui/Button', false],
  ['shared/client/src/bus.ts', 'react', false],
  ['shared/client/src/live.ts', 'react', true],
  ['shared/ui/src/x.tsx', '@amber/client/engine', false],
  ['shared/conversation/src/x.tsx', '@amber/ui/Button', true],
  ['shared/conversation/src/x.tsx', '@amber/client/engine', false],
  ['shared/conversationScreen/src/x.tsx', '@amber/client/engine', true],
  ['shared/conversationScreen/src/x.tsx', '@amber/remote-chat', false],
  ['shared/conversation/src/kit/x.ts', '@amber/client/engine', false],
  ['shared/conversation/src/kit/x.ts', 'type { MessageActions } from ../message/messageActions.ts', false],
  ['shared/conversation/src/composer/x.ts', '../message/quoteOf.ts', true],
  ['shared/conversation/src/message/x.ts', '../timeline/Timeline.tsx', false],
  ['shared/conversation/src/message/bubbles/x.ts', '../messageKinds.ts', false],
  ['shared/conversation/src/message/bubbles/x.ts', '../../kit/reader.ts', true],
  ['shared/conversation/src/files/prepare/x.ts', '../view/FileName.tsx', true],
  ['shared/conversation/src/files/view/x.ts', '../prepare/prepareFile.ts', false],
  ['shared/conversationScreen/src/timeline/x.ts', '../robot/LazyBotPart.tsx', true],
  ['shared/conversationScreen/src/robot/x.ts', '../timeline/timelineWindow.ts', false],
  ['shared/conversationScreen/src/kit/x.ts', '../words/gen/screen.ts', true],
  ['shared/conversationScreen/src/kit/x.ts', '../Conversation.tsx', false],
  ['remotes/chat/src/x.tsx', '@amber/client/engine', true],
  ['remotes/chat/src/x.tsx', '@amber/conversation/Timeline', true],
  ['remotes/chat/src/x.tsx', '@amber/conversation-screen/Conversation', true],
  ['shared/conversation/src/x.tsx', '@amber/conversation-screen/Conversation', false],
  ['remotes/chat/src/x.tsx', '@amber/remote-ai', false],
  ['remotes/chat/src/x.tsx', '../../ai/src/Bots.tsx', false],
  ['remotes/chat/src/x.tsx', '../../../shell/src/App.tsx', false],
  ['remotes/chat/src/x.tsx', '@amber/proto/codec', false],
  ['remotes/chat/src/x.tsx', '{ lazy } from react', false],
  ['remotes/chat/src/x.tsx', '{ use } from react', true],
  ['shell/src/x.ts', '@amber/client/session', true],
  ['shell/src/x.ts', '../engine/socket.ts', false],
  ['shell/src/x.ts', '@amber/conversation/Timeline', false],
  ['shell/src/x.ts', '@amber/conversation-screen/Conversation', false],
  ['shell/src/x.ts', '@amber/proto/codec', false],
  ['shell/src/x.ts', '{ lazy } from react', false],
  ['shell/src/settings/x.ts', '../admin/canSeeAdmin.ts', true],
  ['shell/src/settings/about/x.ts', '../../config.ts', false],
  ['shell/src/open/x.ts', '../settings/Settings.tsx', false],
  ['shell/src/frame/navigation/x.ts', '../../federation/show/useFederation.ts', true],
  ['shell/src/frame/x.ts', '../routes.ts', false],
  ['shell/src/federation/show/x.ts', '../createFederation.ts', true],
  ['shell/src/federation/show/x.ts', '../../frame/Host.tsx', false],
  ['shell/src/federation/load/x.ts', '../choose/releaseFailures.ts', true],
  ['shell/src/federation/choose/x.ts', '../load/loadError.ts', false],
  ['shell/src/federation/registry/x.ts', '../createFederation.ts', false],
  ['shell/src/kit/x.ts', '../federation/registry/Feature.ts', false],
  ['shell/src/sound/x.ts', '../frame/lazyWithRetry.tsx', false],
  ['shell/src/sound/x.ts', '@amber/client/engine', true],
  ['shell/engine/x.ts', '@amber/client/db', true],
  ['shell/engine/x.ts', '@amber/client/session', false],
  ['shell/engine/x.ts', 'react', false],
  ['shell/engine/x.ts', '@privacyresearch/libsignal-protocol-typescript', false],
  ['shell/engine/x.ts', '@noble/curves/ed25519.js', false],
  ['shell/engine/out/x.ts', '../in/inbox.ts', true],
  ['shell/engine/in/x.ts', '../out/outbox.ts', false],
  ['shell/engine/in/x.ts', '@noble/curves/ed25519.js', false],
  ['shell/engine/rows/people/x.ts', '../../kit/singleFlight.ts', true],
  ['shell/engine/rows/people/x.ts', '../../chats/groups.ts', false],
  ['shell/engine/kit/x.ts', '../engine.ts', false],
  ['shell/engine/keys/x.ts', '@privacyresearch/libsignal-protocol-typescript', true],
  ['shell/engine/keys/x.ts', '@amber/client/session', false],
  ['shell/sw/x.ts', '@amber/proto/limits', true],
  ['shell/sw/x.ts', '@amber/client/db', false],
  ['shell/sw/x.ts', '../engine/worker.ts', false],
  ['tools/x.ts', '../gateway/src/main.ts', true],
  ['tools/x.ts', '../shell/src/routes.ts', false],
  ['e2e/browser/x.ts', '../kit/world.ts', true],
  ['e2e/browser/x.ts', '../twoEngines/pair.ts', false],
  ['e2e/kit/x.ts', '../../bench/kit/row.ts', false],
  ['bench/x.ts', '../e2e/kit/frames.ts', true],
  ['bench/x.ts', '../e2e/browser/chat.spec.ts', false],
  ['gateway/src/x.ts', '@amber/proto/codec', true],
  ['gateway/src/x.ts', '@amber/client/db', false],
  ['gateway/src/core/x.ts', '../db/store.ts', false],
  ['gateway/src/core/x.ts', '@amber/client/db', false],
  ['gateway/src/messages/send/x.ts', '../../core/bus.ts', true],
  ['gateway/src/messages/send/x.ts', 'type { Tokens } from ../../people/signIn/tokens.ts', false],
  ['gateway/src/people/x.ts', '../messages/mayWrite.ts', true],
  ['gateway/src/people/x.ts', '../api/policy.ts', false],
  ['gateway/src/speech/x.ts', '../core/boundedFetch.ts', true],
  ['gateway/src/speech/x.ts', '../files/ossStore.ts', false],
  ['gateway/src/pictures/x.ts', '../speech/relay.ts', false],
  ['gateway/src/textToSpeech/x.ts', '../core/boundedFetch.ts', true],
  ['gateway/src/textToSpeech/x.ts', '../bots/bots.ts', false],
  ['gateway/src/textToSpeech/x.ts', '../voices/voiceServices.ts', false],
  ['gateway/src/messages/x.ts', '../textToSpeech/synthesizer.ts', true],
  ['gateway/src/files/x.ts', '../textToSpeech/synthesizer.ts', false],
  ['gateway/src/bots/x.ts', '../campaigns/claims.ts', true],
  ['gateway/src/campaigns/x.ts', '../bots/bots.ts', false],
  ['gateway/src/voices/x.ts', '../bots/bots.ts', true],
  ['gateway/src/bots/x.ts', '../voices/ownVoices.ts', false],
  ['gateway/src/transport/http/x.ts', '../../api/policy.ts', true],
  ['gateway/src/transport/http/x.ts', '../../server.ts', false],
  ['e2e/x.ts', '@amber/gateway', true],
];

describe('who may import whom', () => {
  let folder: string;
  let found: string;

  beforeAll(async () => {
    // The same paths in another folder, under the same table: one file a case.
    folder = mkdtempSync(join(tmpdir(), 'amber-lint-'));
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    cases.forEach(([file, from], index) => {
      const path = join(folder, caseFile(file, index));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import ${from.replace(/\S+$/, (module) => `'${module}'`)};\n`);
    });
    writeFileSync(
      join(folder, 'shared/conversation/src/kit/lazy.ts'),
      "export const load = () => import('../timeline/Timeline.tsx');\n",
    );
    writeFileSync(join(folder, 'one.ts'), "import type { Other } from './other.ts';\nexport type One = Other;\n");
    writeFileSync(
      join(folder, 'other.ts'),
      "import type { One } from './one.ts';\nexport type Other = { one: One } | null;\n",
    );
    found = (await run(bin('oxlint'), ['--format=json'], { cwd: folder, quiet: true })).output;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Files that the table names are kept; the others need a name of their own. */
  const caseFile = (file: string, index: number) => file.replace(/\bx\.(tsx?)$/, `case${index}.$1`);

  it.each(cases.map(([file, from, may], index) => ({ file, from, may, index })))(
    '$file imports $from: $may',
    ({ file, may, index }) => {
      const { diagnostics } = JSON.parse(found) as { diagnostics: { filename: string; code: string }[] };
      const refused = diagnostics.some(
        ({ filename, code }) => filename.endsWith(caseFile(file, index)) && code.includes('no-restricted-imports'),
      );
      expect(refused).toBe(!may);
    },
  );

  it('what is imported later is imported all the same', () => {
    const { diagnostics } = JSON.parse(found) as { diagnostics: { filename: string; code: string }[] };
    expect(diagnostics.find(({ filename }) => filename.endsWith('kit/lazy.ts'))?.code).toContain(
      'no-restricted-imports',
    );
  });

  it('no two files import each other, be it for types alone', () => {
    const { diagnostics } = JSON.parse(found) as { diagnostics: { filename: string; code: string }[] };
    expect(
      diagnostics
        .filter(({ code }) => code.includes('no-cycle'))
        .map(({ filename }) => filename.split('/').at(-1))
        .sort(),
    ).toEqual(['one.ts', 'other.ts']);
  });
});
