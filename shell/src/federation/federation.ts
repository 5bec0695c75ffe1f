// This page's own registry, quarantine and reports.
import { api } from '@amber/client/engine';
import { pageConfig } from '../config.ts';
import { createQuarantine } from './quarantine.ts';
import { createRegistry, type TabChannel } from './registry.ts';
import { createReport } from './report.ts';

const tabs = <Message>(name: string) => new BroadcastChannel(name) as TabChannel<Message>;

export const registry = createRegistry({ first: pageConfig.registry, tabs: tabs('amber-registry') });
export const quarantine = createQuarantine({ storage: sessionStorage, tabs: tabs('amber-quarantine') });
export const report = createReport({ send: (events) => api.rollout.report({ events }) });
