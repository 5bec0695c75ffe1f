// The fields of a space's form, and their validation.
import type { Input, Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { validateForm, fields, lengthBetween } from '@amber/ui/form';
import { words as strings } from '../words/gen/channels.ts';

const words = strings.form;

/** The fields as typed; `links` has one per line. */
export interface SpaceFields extends Pick<Space, 'spaceName' | 'intro' | 'avatar' | 'banner' | 'spaceClassification'> {
  links: string;
  joining: JoinPolicy;
}

/** The people who can join. */
export type JoinPolicy = 'everybody' | 'approval' | 'invitation';

export type FieldProblems = Partial<Record<'spaceName' | 'intro' | 'links', string>>;

/** The space's part of a request. */
export type SpaceProfile = Omit<SpaceFields, 'links' | 'joining'> &
  Pick<Space, 'socialMediaLinks' | 'invitationOnly' | 'byApproval'>;

export const fieldsOf = (space: Input<SpaceProfile>): SpaceFields => ({
  spaceName: space.spaceName ?? '',
  intro: space.intro ?? '',
  avatar: space.avatar ?? '',
  banner: space.banner ?? '',
  spaceClassification: space.spaceClassification ?? '',
  links: (space.socialMediaLinks ?? []).join('\n'),
  joining: space.invitationOnly ? 'invitation' : space.byApproval ? 'approval' : 'everybody',
});

const form = () => fields({ spaceName: lengthBetween(words.name, 1, limits.spaceNameMax) });

const isLink = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && text.length <= limits.socialLinkMax;

/** Returns the space's part of the request, or the problem of each field. */
export function checkSpace({
  links,
  joining,
  ...rest
}: SpaceFields): { look: SpaceProfile } | { problems: FieldProblems } {
  const checkedName = validateForm(form(), { spaceName: rest.spaceName });
  const socialMediaLinks = links
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const invalidLink = socialMediaLinks.find((link) => !isLink(link));
  const linkProblem =
    invalidLink !== undefined
      ? words.badLink({ link: invalidLink })
      : socialMediaLinks.length > limits.socialLinksMax
        ? words.tooManyLinks({ most: limits.socialLinksMax })
        : undefined;
  if ('errors' in checkedName || linkProblem) {
    return {
      problems: { ...('errors' in checkedName && checkedName.errors), ...(linkProblem && { links: linkProblem }) },
    };
  }
  return {
    look: {
      ...rest,
      spaceName: checkedName.values.spaceName,
      intro: rest.intro.trim(),
      socialMediaLinks,
      invitationOnly: joining === 'invitation',
      byApproval: joining === 'approval',
    },
  };
}
