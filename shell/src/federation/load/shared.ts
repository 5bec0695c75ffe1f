// The single instances of packages that the host shares with every remote; tools/rspack/singletons.ts is the remotes'
// side.
import type { singletons } from '../../../../tools/rspack/singletons.ts';
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
import * as router from './facades/router.ts';
import * as rx from './facades/rx.ts';

/** The module of each key; a missing or misspelt key does not compile. */
const modules = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  rxjs: rx,
  dexie,
  '@amber/client/bus': bus,
  '@amber/client/db': db,
  '@amber/client/engine': engine,
  '@amber/client/live': live,
  '@amber/client/paths': paths,
  '@amber/client/remote': remote,
  '@amber/client/session': session,
} satisfies Record<(typeof singletons)[number], object>;

/**
 * The shared modules in the federation runtime's form. Versions do not matter, because there is one instance of each
 * and remotes bundle none.
 */
export const shared = Object.fromEntries(
  Object.entries(modules).map(([key, module]) => [
    key,
    {
      version: '1.0.0',
      lib: () => module,
      shareConfig: { singleton: true, requiredVersion: false as const },
    },
  ]),
);
