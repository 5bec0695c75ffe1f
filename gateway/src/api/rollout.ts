// The release registry: read by every page, changed by remote teams and operators.
import { Fault } from '@amber/proto/faults';
import { createNetworkRateLimit, createKeyRateLimit } from '../core/rateLimit.ts';
import type { CallsOf } from './handler.ts';
import { nameOfToken } from '../rollout/deployTokens.ts';
import { pageRegistryOf } from '../rollout/pageRegistry.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { DeployTokens } from '../rollout/deployTokens.ts';
import type { Limits } from '@amber/proto/limits';
import type { Rollout } from '../rollout/rollout.ts';
import type { Store } from '../db/store.ts';

const auditLimit = 50;

/** The name for the audit log. The policy has already accepted this token or this operator. */
const auditNameOf = ({ deployToken }: { deployToken: string }, actor: Actor): string =>
  deployToken === '' ? actor.identifier : nameOfToken(deployToken);

export interface RolloutPorts {
  store: Store;
  rollout: Rollout;
  deployTokens: DeployTokens;
  limits: Limits;
}

export const rolloutCalls = ({ store: { db }, rollout, deployTokens, limits }: RolloutPorts): CallsOf<'rollout'> => {
  const { changes, registry, tickets, uploads } = rollout;
  const perNetwork = createNetworkRateLimit({ perMinute: limits.reportsPerMinutePerNetwork });
  const perAccount = createKeyRateLimit({ perMinute: limits.reportsPerMinutePerAccount });

  async function currentRegistry() {
    await registry.refresh();
    return registry.current().registry;
  }

  return {
    'rollout.registry': currentRegistry,

    async 'rollout.pageRegistry'({ language }) {
      await registry.refresh();
      const { registry: snapshot, details } = registry.current();
      return pageRegistryOf(snapshot, details, language);
    },

    async 'rollout.ticket'(_request, { identifier }) {
      return { ticket: tickets.issue(identifier) };
    },

    async 'rollout.report'({ events, ticket }, _actor, { address }) {
      if (events.length > limits.reportEventsMax) throw new Fault('TOO_LARGE');
      const account = tickets.accountOf(ticket);
      if (!(account === null ? perNetwork.allow(address) : perAccount.allow(account))) throw new Fault('TOO_MANY');
      await rollout.report(events, account);
      return {};
    },

    async 'rollout.upload'(request) {
      return { integrity: await uploads.upload(request) };
    },

    async 'rollout.publish'(request, actor) {
      await changes.publish(auditNameOf(request, actor), request);
      return currentRegistry();
    },

    async 'rollout.setShare'(request, actor) {
      await changes.setShare(auditNameOf(request, actor), request.remote, request.share);
      return currentRegistry();
    },

    async 'rollout.promote'(request, actor) {
      await changes.promote(auditNameOf(request, actor), request.remote);
      return currentRegistry();
    },

    async 'rollout.rollback'(request, actor) {
      if (request.why.length > limits.releaseNotesMax) throw new Fault('BAD_REQUEST');
      await changes.rollback(auditNameOf(request, actor), request.remote, request.version, request.why);
      return currentRegistry();
    },

    async 'rollout.status'({ remote }) {
      const all = await currentRegistry();
      let audit = db
        .selectFrom('audit')
        .select(['time', 'who', 'remote', 'what', 'why'])
        .orderBy('id', 'desc')
        .limit(auditLimit);
      let tokens = db
        .selectFrom('deploy_token')
        .select(['name', 'remote', 'created_at as created'])
        .orderBy('created_at');
      if (remote !== '') {
        audit = audit.where('remote', '=', remote);
        tokens = tokens.where('remote', '=', remote);
      }
      return {
        registry: remote === '' ? all : { ...all, offers: all.offers.filter((offer) => offer.remote === remote) },
        health: await rollout.health(remote === '' ? undefined : remote),
        audit: await audit.execute(),
        tokens: await tokens.execute(),
        leftOut: rollout.leftOut().filter((build) => remote === '' || build.remote === remote),
      };
    },

    async 'rollout.createToken'({ remote, name }, { identifier }) {
      return { deployToken: await deployTokens.create(identifier, remote, name) };
    },

    async 'rollout.revokeToken'({ name }, { identifier }) {
      await deployTokens.revoke(identifier, name);
      return {};
    },

    async 'rollout.setWord'(word, { identifier }) {
      await changes.setPathOwner(identifier, word);
      return currentRegistry();
    },

    async 'rollout.remove'({ remote, why }, { identifier }) {
      if (why.length > limits.releaseNotesMax) throw new Fault('BAD_REQUEST');
      await rollout.remove(identifier, remote, why);
      return currentRegistry();
    },

    async 'rollout.followCheckout'({ remote }, { identifier }) {
      await rollout.followCheckout(identifier, remote);
      return currentRegistry();
    },
  };
};
