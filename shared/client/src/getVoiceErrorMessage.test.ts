import { Fault } from '@amber/proto/faults';
import { expect, it } from 'vitest';
import { getErrorMessage } from './getErrorMessage.ts';
import { getVoiceErrorMessage } from './getVoiceErrorMessage.ts';

it('errors of voice messages have their own messages, and all others the usual ones', () => {
  expect(getVoiceErrorMessage(new Fault('MIC_NONE'))).toBe('No microphone was found');
  for (const thrown of [new Fault('STORAGE'), new Fault('NO_SUCH_CODE'), new TypeError('x is undefined')])
    expect(getVoiceErrorMessage(thrown)).toBe(getErrorMessage(thrown));
});
