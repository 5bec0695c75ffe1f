// The release registry: read by every page, changed by remote teams and operators.
import { Fault } from '@amber/proto/faults';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { recordReturn } from '../rollout/judgingAccounts.ts';
import { nameOfToken } from '../rollout/deployTokens.ts';
import type { RolloutActor } from '../rollout/secondToken.ts';
import { pageRegistryOf } from '../rollout/pageRegistry.ts';
import type { Actor } from '../people/signIn/tokens.ts';

const auditLimit = 50;

/** The actor that changes the rollout; the policy has already accepted this token or this operator. */
const actorOf = ({ deployToken }: { deployToken: string }, { identifier }: Actor): RolloutActor =>
  deployToken === '' ? { name: identifier, isOperator: true } : { name: nameOfToken(deployToken), isOperator: false };

/** The name for the audit log. */
const auditNameOf = (request: { deployToken: string }, actor: Actor): string => actorOf(request, actor).name;

export const rolloutCalls = ({
  db,
  clock,
  rollout,
  deployTokens,
  limits,
  rateLimits,
}: HandlerPorts): CallsOf<'rollout'> => {
  const { changes, registry, testers, tickets, uploads } = rollout;
  const openings = rateLimits.perNetwork('testerLinksOfNetwork', { perMinute: limits.testerLinksPerMinute });
  const perNetwork = rateLimits.perNetwork('healthReportsOfNetwork', {
    perMinute: limits.reportsPerMinutePerNetwork,
  });
  const perAccount = rateLimits.perKey('healthReportsOfAccount', { perMinute: limits.reportsPerMinutePerAccount });

  async function currentRegistry() {
    await registry.refresh();
    return registry.current().registry;
  }

  /** A call that changes the registry and returns it. */
  const changing =
    <Request>(change: (request: Request, actor: Actor) => Promise<unknown>) =>
    async (request: Request, actor: Actor) => {
      await change(request, actor);
      return currentRegistry();
    };

  function checkReason({ why }: { why: string }): void {
    if (why.length > limits.releaseNotesMax) throw new Fault('BAD_REQUEST');
  }

  return {
    'rollout.registry': currentRegistry,

    async 'rollout.pageRegistry'({ language }) {
      await registry.refresh();
      const { registry: snapshot, details } = registry.current();
      return pageRegistryOf(snapshot, details, language);
    },

    async 'rollout.ticket'(_request, { identifier }) {
      await recordReturn(db, identifier, clock());
      return { ticket: tickets.issue(identifier), betas: await rollout.betas.joinedBy(identifier) };
    },

    async 'rollout.report'({ events, testerEvents, ticket }, _actor, { address }) {
      if (events.length + testerEvents.length > limits.reportEventsMax) throw new Fault('TOO_LARGE');
      const account = tickets.accountOf(ticket);
      if (!(await (account === null ? perNetwork.allow(address) : perAccount.allow(account))))
        throw new Fault('TOO_MANY');
      await testers.recordReports(testerEvents);
      await rollout.report(events, account === null ? null : { identifier: account, address });
    },

    async 'rollout.upload'(request) {
      return { integrity: await uploads.upload(request) };
    },

    'rollout.uploadMap': (request) => uploads.uploadMap(request),

    'rollout.publish': changing((request, actor) => changes.publish(actorOf(request, actor), request)),

    'rollout.setShare': changing((request, actor) =>
      changes.setShare(actorOf(request, actor), request.remote, request.share),
    ),

    'rollout.promote': changing((request, actor) => changes.promote(actorOf(request, actor), request.remote)),

    'rollout.rollback': changing((request, actor) => {
      checkReason(request);
      return changes.rollback(auditNameOf(request, actor), request.remote, request.version, request.why);
    }),

    'rollout.setBeta': changing((request, actor) =>
      changes.setBeta(actorOf(request, actor), request.remote, request.version, request.share),
    ),

    'rollout.approve': (request, actor) => changes.approve(actorOf(request, actor), request.remote, request.version),

    'rollout.requireSecond': changing(({ remote, required }, { identifier }) =>
      changes.requireSecond(identifier, remote, required),
    ),

    'rollout.createTesterLink': (request, actor) =>
      testers.create(auditNameOf(request, actor), request.remote, request.version, request.days),

    'rollout.revokeTesterLink': (request, actor) =>
      testers.revoke(auditNameOf(request, actor), request.remote, request.id),

    async 'rollout.testerRelease'({ token, language }, _actor, { address }) {
      if (!(await openings.allow(address))) throw new Fault('TOO_MANY');
      return testers.open(token, language);
    },

    async 'rollout.joinBeta'({ remote, joined }, { identifier }) {
      return { betas: await rollout.betas.join(identifier, remote, joined) };
    },

    async 'rollout.status'({ remote }) {
      const all = await currentRegistry();
      let audit = db
        .selectFrom('audit')
        .select(['time', 'who', 'remote', 'what', 'why', 'kind', 'arguments'])
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
        testerLinks: await testers.list(remote === '' ? undefined : remote),
      };
    },

    async 'rollout.stacks'({ remote, version }) {
      return { stacks: await rollout.stacks.list(remote, version) };
    },

    async 'rollout.createToken'({ remote, name }, { identifier }) {
      return { deployToken: await deployTokens.create(identifier, remote, name) };
    },

    'rollout.revokeToken': ({ name }, { identifier }) => deployTokens.revoke(identifier, name),

    'rollout.setWord': changing((word, { identifier }) => changes.setPathOwner(identifier, word)),

    'rollout.remove': changing((request, { identifier }) => {
      checkReason(request);
      return rollout.remove(identifier, request.remote, request.why);
    }),

    'rollout.followCheckout': changing(({ remote }, { identifier }) => rollout.followCheckout(identifier, remote)),
  };
};
