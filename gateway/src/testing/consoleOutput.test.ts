import { expect, test } from 'vitest';
import { operatorLink, printedCode, readyOrigin } from './consoleOutput.ts';

test('each line is recognised as one kind, and any other line as none', () => {
  const lines = [
    'Amber is ready: http://localhost:8080/chat/',
    '{"level":30,"msg":"sms code","phone":"+4917012345678","code":"012345"}',
    'There is no operator yet. Whoever signs in at this link becomes the operator: https://amber.example/chat/admin?operator=a-b_c',
    'Metrics: http://127.0.0.1:9090/metrics',
  ];
  expect(lines.map(readyOrigin)).toEqual(['http://localhost:8080', undefined, undefined, undefined]);
  expect(lines.map((line) => printedCode(line)?.code)).toEqual([undefined, '012345', undefined, undefined]);
  expect(lines.map((line) => operatorLink(line)?.searchParams.get('operator'))).toEqual([
    undefined,
    undefined,
    'a-b_c',
    undefined,
  ]);
});
