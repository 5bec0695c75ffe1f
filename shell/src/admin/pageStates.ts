// The state of each page for operators, in one line for the start page.
import type { AiUse, GetAiBotCharactersReply, RolloutStatusReply, SignInState } from '@amber/proto';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/admin.ts';

export interface PageState {
  text: string;
  /** Whether an operator should do something. */
  isUrgent?: boolean;
}

/** Returns the facts in one line. */
const lineOf = (...facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ');

const signUpModes: Readonly<Record<string, (strings: typeof words.states) => string>> = {
  open: (strings) => strings.signUpOpen,
  invited: (strings) => strings.signUpInvited,
  closed: (strings) => strings.signUpClosed,
};

export function peopleState({ mode, sms, usedUp }: SignInState): PageState {
  const strings = words.states;
  if (usedUp.length > 0) return { text: strings.codesUsedUp, isUrgent: true };
  const codes = sms === 'none' ? strings.walletsOnly : strings.codesBy({ provider: sms });
  return { text: lineOf(signUpModes[mode]?.(strings) ?? '', codes) };
}

/** The provider and the models that answer people, and today's number of answers. */
export interface AiStatus extends Pick<GetAiBotCharactersReply, 'provider' | 'models'> {
  use: AiUse;
}

export function aiState({ models, use: { answers } }: AiStatus): PageState {
  const strings = words.states;
  const model = models.length === 1 ? models[0]! : strings.models({ count: models.length });
  return { text: lineOf(model, strings.answersToday({ answers })) };
}

/** `titleOf` returns the name that people see. */
export function featuresState(
  { registry, health }: Pick<RolloutStatusReply, 'registry' | 'health'>,
  titleOf: (remote: string) => string,
): PageState {
  const strings = words.states;
  const offers = registry?.offers ?? [];
  const candidates = offers.filter(({ candidate }) => candidate !== null);
  const doubtful = candidates.find(({ remote, candidate }) =>
    health.some((one) => one.remote === remote && one.version === candidate!.version && one.doubt !== ''),
  );
  if (doubtful) return { text: strings.seemsToFail({ title: titleOf(doubtful.remote) }), isUrgent: true };
  const [only] = candidates;
  const rollouts =
    candidates.length === 1
      ? strings.rollout({ title: titleOf(only!.remote), share: only!.share })
      : candidates.length > 1
        ? strings.rollouts({ count: candidates.length })
        : '';
  return { text: lineOf(strings.features({ count: offers.length }), rollouts) };
}

export function logState({ audit }: Pick<RolloutStatusReply, 'audit'>): PageState {
  const [latest] = audit;
  return { text: latest ? words.states.lastEntry({ time: formatDate(latest.time, 'dayAndTime') }) : words.noAudit };
}
