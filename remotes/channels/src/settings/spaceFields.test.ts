import { expect, it } from 'vitest';
import { checkSpace, fieldsOf } from './spaceFields.ts';

const filled = {
  ...fieldsOf({ spaceName: ' Walkers ', intro: ' Up the hill ' }),
  links: 'https://a.example/\n\n https://b.example ',
};

it('R111 a form in order is what the request says: trimmed, one link a line', () => {
  expect(checkSpace(filled)).toEqual({
    look: {
      spaceName: 'Walkers',
      intro: 'Up the hill',
      avatar: '',
      banner: '',
      spaceClassification: '',
      invitationOnly: false,
      byApproval: false,
      socialMediaLinks: ['https://a.example/', 'https://b.example'],
    },
  });
});

it('R111 R164 what is wrong is said beside its field, all at once', () => {
  expect(checkSpace({ ...filled, spaceName: ' ', links: 'http://a.example' })).toEqual({
    problems: {
      spaceName: 'Please enter Space name',
      links: 'http://a.example does not start with https://',
    },
  });
  const nine = Array.from({ length: 9 }, (_, index) => `https://a.example/${index}`).join('\n');
  expect(checkSpace({ ...filled, links: nine })).toEqual({ problems: { links: 'At most 8 links' } });
});

it.each([
  [true, false],
  [false, true],
  [false, false],
])('R112 a space in the form and back is the same (by invitation %s, by approval %s)', (invitationOnly, byApproval) => {
  const look = {
    spaceName: 'Walkers',
    intro: 'Up',
    avatar: '/a.svg',
    banner: '/b.svg',
    spaceClassification: 'sport',
    invitationOnly,
    byApproval,
    socialMediaLinks: ['https://a.example/'],
  };
  expect(checkSpace(fieldsOf(look))).toEqual({ look });
});
