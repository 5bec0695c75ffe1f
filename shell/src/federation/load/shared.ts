// The single instances of packages that the host shares with every remote; tools/rspack/singletons.ts is the remotes'
// side.
import type { sharedPackages, singletons } from '../../../../tools/rspack/singletons.ts';
import * as bus from '@amber/client/bus';
import * as db from '@amber/client/db';
import * as engine from '@amber/client/engine';
import * as live from '@amber/client/live';
import * as paths from '@amber/client/paths';
import * as remote from '@amber/client/remote';
import * as session from '@amber/client/session';
import * as dexie from 'dexie';
// oxlint-disable-next-line no-restricted-imports -- all of it is lent
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import { moduleFor, readOnly, readOnlyState } from './featureView.ts';
import * as commonRx from './facades/commonRx.ts';
import * as router from './facades/router.ts';
import type { wholeRx } from './facades/wholeRx.ts';

/** The versions in the host's build. */
declare const __SHARED_VERSIONS__: Record<(typeof sharedPackages)[number], string>;

type LazyKey = keyof typeof wholeRx;

/** The module of each key that every page has loaded; a missing or misspelt key does not compile. */
const modules = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-dom/client': reactDomClient,
  'react-router': router,
  'react-router-dom': router,
  'rxjs/common': commonRx,
  dexie,
  '@amber/client/bus': moduleFor(bus, ['createPageBus']),
  '@amber/client/db': moduleFor(db, ['openAccountDb', 'openDeviceDb']),
  '@amber/client/engine': moduleFor({
    ...engine,
    engineState$: readOnly(engine.engineState$),
    events$: readOnly(engine.events$),
  }),
  '@amber/client/live': moduleFor(live),
  '@amber/client/paths': moduleFor({ ...paths, paths: Object.freeze({ ...paths.paths }) }),
  '@amber/client/remote': moduleFor(remote, ['lendSound', 'lendTabs']),
  '@amber/client/session': moduleFor({ ...session, session$: readOnlyState(session.session$) }, ['followSession']),
} satisfies Record<Exclude<(typeof singletons)[number], LazyKey>, object>;

const loadWholeRx = () => import(/* webpackChunkName: "rxjs" */ './facades/wholeRx.ts');

/** The module of each key that is loaded with the first remote that uses it. */
const lazyModules: Record<LazyKey, () => Promise<object>> = {
  rxjs: async () => (await loadWholeRx()).wholeRx.rxjs,
  'rxjs/ajax': async () => (await loadWholeRx()).wholeRx['rxjs/ajax'],
  'rxjs/fetch': async () => (await loadWholeRx()).wholeRx['rxjs/fetch'],
  'rxjs/operators': async () => (await loadWholeRx()).wholeRx['rxjs/operators'],
  'rxjs/webSocket': async () => (await loadWholeRx()).wholeRx['rxjs/webSocket'],
};

/** The version of the package that a key belongs to. Modules of `@amber/client` have the contract's. */
function versionOf(key: string): string {
  const [name] = key.split('/');
  return (__SHARED_VERSIONS__ as Record<string, string>)[name!] ?? `${remote.contractVersion}.0.0`;
}

/**
 * A remote whose build required another version gets this one and a warning in the console: a second instance would
 * share no state, and publishing has refused what cannot work.
 */
const shareConfig = { singleton: true, requiredVersion: false as const };

/** The shared modules in the federation runtime's form. */
export const shared = Object.fromEntries([
  ...Object.entries(modules).map(([key, module]) => [key, { version: versionOf(key), lib: () => module, shareConfig }]),
  ...Object.entries(lazyModules).map(([key, load]) => [
    key,
    {
      version: versionOf(key),
      get: async () => {
        const module = await load();
        return () => module;
      },
      shareConfig,
    },
  ]),
]) as Record<
  string,
  { version: string; shareConfig: typeof shareConfig } & ({ lib(): object } | { get(): Promise<() => object> })
>;
