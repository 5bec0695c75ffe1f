import type { Session } from '@amber/client/bus';
import { Observable, type BehaviorSubject } from 'rxjs';
import { expect, it, vi } from 'vitest';

vi.stubGlobal('__SHARED_VERSIONS__', {});
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { shared } = await import('./shared.ts');

const moduleOf = (key: string) => (shared[key] as { lib(): Record<string, unknown> }).lib();
const clientKeys = Object.keys(shared).filter((key) => key.startsWith('@amber/client/'));

it.each(clientKeys)('a feature cannot change %s', (key) => {
  const module = moduleOf(key);
  expect(Object.isFrozen(module)).toBe(true);
  const [name] = Object.keys(module);
  expect(() => {
    module[name!] = null;
  }).toThrow(TypeError);
});

it('what only the host calls is not shared', () => {
  const names = clientKeys.flatMap((key) => Object.keys(moduleOf(key)));
  for (const hidden of [
    'attachEngine',
    'followSession',
    'createPageBus',
    'openAccountDb',
    'openDeviceDb',
    'lendSound',
    'lendTabs',
    'setConfirmationHandler',
  ])
    expect(names).not.toContain(hidden);
});

it('a feature reads the session and the events, and emits neither', () => {
  const { session$ } = moduleOf('@amber/client/session') as { session$: BehaviorSubject<Session | null> };
  const { events$, engineState$ } = moduleOf('@amber/client/engine') as Record<string, Observable<unknown>>;
  for (const shown of [session$, events$!, engineState$!, session$.pipe()]) {
    expect(shown).toBeInstanceOf(Observable);
    expect('next' in shown).toBe(false);
    for (let at: Observable<unknown> | undefined = shown; at; at = (at as { source?: Observable<unknown> }).source)
      expect('next' in at).toBe(false);
  }
  expect(session$.value).toBeNull();
  const seen: unknown[] = [];
  session$.subscribe((session) => seen.push(session)).unsubscribe();
  expect(seen).toEqual([null]);
});

it('the paths and the calls of the engine cannot be replaced', () => {
  const { paths } = moduleOf('@amber/client/paths') as { paths: Record<string, unknown> };
  const { engine, api } = moduleOf('@amber/client/engine') as Record<string, Record<string, unknown>>;
  for (const [object, name] of [
    [paths, 'home'],
    [engine, 'send'],
    [api, 'user'],
  ] as const)
    expect(() => {
      object![name] = null;
    }).toThrow(TypeError);
});
