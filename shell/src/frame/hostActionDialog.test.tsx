// @vitest-environment happy-dom
import type { HostAction } from '@amber/client/hostActions';
import type { ConfirmProps } from '@amber/ui/Confirm';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';

const lookUp = vi.fn();
vi.mock('@amber/client/live', () => ({ useLive: lookUp, useRemarks: () => (lookUp(), new Map()) }));
vi.mock('@amber/ui/Confirm', () => ({
  Confirm: ({ title, disabled }: ConfirmProps) => `${title.replaceAll(/[\u2066-\u2069]/g, '')} ${disabled}`,
}));
const { HostActionDialog } = await import('./HostActionDialog.tsx');

/** Shows the action's dialog until the promise of `awaitAgreeable` has had time to settle. */
async function ask(action: HostAction, isAgreeable = false) {
  const answer = vi.fn();
  const awaitAgreeable = vi.fn(() => (isAgreeable ? Promise.resolve() : new Promise<void>(() => {})));
  const host = document.createElement('div');
  const root = createRoot(host);
  await act(async () => root.render(<HostActionDialog request={{ action, answer, awaitAgreeable }} />));
  const text = host.textContent;
  act(() => root.unmount());
  return { text, answer, awaitAgreeable };
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  lookUp.mockReset();
});

test('an action that names nobody looks nothing up, and can be confirmed once the request allows it', async () => {
  expect((await ask({ kind: 'startOver' })).text).toBe('Start over with this device? true');
  expect((await ask({ kind: 'startOver' }, true)).text).toBe('Start over with this device? false');
  expect(lookUp).not.toHaveBeenCalled();
});

test.each([
  [{ kind: 'stopEncrypting', conversationId: 'c' }, 'Turn off encryption in the chat with Bob? true'],
  [{ kind: 'sendUnencrypted', id: 'm' }, 'Send this message to Bob unencrypted? true'],
] as const)('$kind names its chat, and asks nothing before the name is known', async (action, text) => {
  lookUp.mockReturnValue({ status: 'loading' });
  const early = await ask(action);
  expect([early.text, early.awaitAgreeable.mock.calls, early.answer.mock.calls]).toEqual(['', [], []]);
  lookUp.mockReturnValue({ status: 'ready', rows: 'Bob' });
  expect((await ask(action)).text).toBe(text);
});

test.each([{ status: 'ready', rows: null }, { status: 'error' }])(
  'an action in a chat that this device cannot name is refused: %o',
  async (live) => {
    lookUp.mockReturnValue(live);
    const { text, answer } = await ask({ kind: 'stopEncrypting', conversationId: 'c' });
    expect([text, answer.mock.calls]).toEqual(['', [[false]]]);
  },
);
