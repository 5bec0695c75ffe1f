import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@amber/proto/limits';
import { describe, expect, test } from 'vitest';
import { checklist } from './checklist.ts';
import { root } from './run.ts';

/** Numbers that are not used yet, and the line of the checklist that will use them. */
const waiting: Readonly<Record<string, string>> = {};

/** Style sheets cannot read the numbers: these repeat them. */
const inStyles = { skeletonAfter: ['shared/ui/src/tokens.css', 'shell/src/firstPaint/frame.css'] } as const;

/** Numbers with a single meaning: they may not be written out anywhere else. */
const unmistakable = ['joinToast', 'uploadPart', 'sealedFileMax', 'fileMax', 'frameMax', 'signedPreKeyFor'] as const;

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const sources = listed.filter(
  (file) =>
    /^(proto\/src|shared|shell|remotes|gateway\/src|tools)\/.*\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\/testing\/|\/limits\.ts$/.test(file),
);
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const words = new Set(sources.flatMap((file) => textOf(file).match(/\b[a-z][A-Za-z]+\b/g) ?? []));

/** The numbers of the specification's section 9. */
const promised = [
  'basePath',
  'toasts',
  'reconnectAttempts',
  'reconnectEvery',
  'requestTimeout',
  'heartbeatTimeout',
  'heartbeatEvery',
  'sequenceMax',
  'frameHeader',
  'frameVersion',
  'appId',
  'databaseVersion',
  'messageIdLength',
  'preKeys',
  'signedPreKeyIdBelow',
  'preKeyRefetchAfter',
  'spacesPage',
  'spacesPageSize',
  'uploadParallel',
  'uploadPart',
  'uploadPathRandom',
  'fileIvLength',
  'downloadProgressCap',
  'speechSampleRate',
  'speechFrameSamples',
  'speechFrameEvery',
  'speechEndSilence',
  'voiceStartOffsetSeconds',
  'voiceChunkWait',
  'chunkTimeout',
];

/** Whether this code of the product reads the number, alone or together with others. */
const reads = (code: string, name: string): boolean =>
  new RegExp(`\\blimits\\.${name}\\b|\\b${name}\\b[^{}]*\\}\\s*=\\s*limits\\b`).test(code);

describe('the promised numbers', () => {
  const productCode = sources
    .filter((file) => !file.startsWith('tools/'))
    .map((file) => textOf(file).replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, ''));
  test.each(promised)('R165 %s is read by the code of the product', (name) => {
    expect(Object.keys(limits)).toContain(name);
    expect(productCode.some((code) => reads(code, name))).toBe(true);
  });
  test.each([
    ['const { toasts } = limits;', true],
    ['createToasts({ limit: limits.toasts })', true],
    ['const toasts = createToasts()', false],
  ])('it finds a reader in: %s', (code, found) => expect(reads(code, 'toasts')).toBe(found));

  test.each(Object.keys(limits))('%s has a user, or a line that it waits for', (name) => {
    const line = waiting[name];
    if (line)
      expect([words.has(name), checklist().find((one) => one.name === line)!.state]).toEqual([
        false,
        expect.stringMatching(/partly|not built/),
      ]);
    else if (!(name in inStyles)) expect([...words]).toContain(name);
  });

  test.each(Object.entries(inStyles))('%s is the same in style sheets', (name, files) => {
    for (const file of files) expect(textOf(file)).toContain(`${limits[name as keyof typeof inStyles]}ms`);
  });

  test('R165 none is written a second time', () => {
    const values = new Map<number, string>(unmistakable.map((name) => [limits[name], name]));
    // `pictureHeadMax` and similar names are other numbers of the same size.
    values.delete(1_048_576);
    const copies = sources.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          (line.replace(/^\s*(\/\/|\/?\*).*/, '').match(/(?<![\w.#-])\d[\d_]*(?![\w.])/g) ?? [])
            .filter((number) => values.has(Number(number.replaceAll('_', ''))))
            .map(
              (number) => `${file}:${index + 1} ${number} is limits.${values.get(Number(number.replaceAll('_', '')))}`,
            ),
        ),
    );
    expect(copies).toEqual([]);
  });
});
