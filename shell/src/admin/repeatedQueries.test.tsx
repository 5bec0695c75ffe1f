// @vitest-environment happy-dom
import type { EngineState, PageBus } from '@amber/client/bus';
import { attachEngine } from '@amber/client/hostEngine';
import { Fault } from '@amber/proto/faults';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject, NEVER } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admin } from './Admin.tsx';
import { CrashesSection } from './CrashesSection.tsx';
import { repeatInterval, useRepeatedQuery } from './useRepeatedQuery.ts';

const calls: string[] = [];
const answers: Record<string, () => Promise<unknown>> = {};
attachEngine({
  call: (async (_: string, { call }: { call: string }) => {
    calls.push(call);
    return answers[call]?.() ?? new Promise(() => {});
  }) as unknown as PageBus['call'],
  state$: new BehaviorSubject<EngineState | null>(null),
  events$: NEVER,
  close() {},
});

let unmount: () => void;
async function show(node: ReactNode): Promise<HTMLElement> {
  const host = document.createElement('div');
  const root = createRoot(host);
  unmount = () => act(() => root.unmount());
  await act(async () => root.render(<MemoryRouter>{node}</MemoryRouter>));
  return host;
}
const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  calls.length = 0;
  for (const call of Object.keys(answers)) delete answers[call];
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('R252 the pages of operators call nothing more for somebody who is none', async () => {
  answers['rollout.status'] = () => Promise.reject(new Fault('NO_AUTH'));
  const page = await show(<Admin />);
  expect(page.textContent).toContain('operator');
  expect(calls).toEqual(['rollout.status']);
});

test('a query is repeated while it has an answer, also an old one, and ends with a refusal', async () => {
  const next = [
    () => Promise.resolve(1),
    () => Promise.reject(new Fault('NO_RESPONSE')),
    () => Promise.reject(new Fault('NO_AUTH')),
  ];
  const fetchAnswer = vi.fn(() => next.shift()!());
  const Query = () => {
    const { state, isStale } = useRepeatedQuery(fetchAnswer);
    return state.status === 'ready' ? `${state.answer} ${isStale}` : state.status;
  };
  const shown = await show(<Query />);
  expect(shown.textContent).toBe('1 false');
  await wait(repeatInterval);
  expect(shown.textContent).toBe('1 true');
  await wait(repeatInterval);
  expect(shown.textContent).toBe('error');
  await wait(repeatInterval * 3);
  expect(fetchAnswer).toHaveBeenCalledTimes(3);
});

test('R157 the places where a release fails are fetched whenever the section is opened, and while it is open', async () => {
  answers['rollout.stacks'] = async () => ({ stacks: [] });
  const shown = await show(<CrashesSection remote="chat" versions={['9']} />);
  const section = shown.querySelector('details')!;
  const toggle = (open: boolean) =>
    act(async () => {
      section.open = open;
      section.dispatchEvent(new Event('toggle'));
    });
  await wait(repeatInterval);
  expect(calls).toEqual([]);
  await toggle(true);
  expect(calls).toHaveLength(1);
  await wait(repeatInterval);
  expect(calls).toHaveLength(2);
  await toggle(false);
  await wait(repeatInterval);
  expect(calls).toHaveLength(2);
  await toggle(true);
  expect(calls).toHaveLength(3);
});
