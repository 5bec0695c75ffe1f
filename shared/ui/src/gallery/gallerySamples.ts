// What the gallery writes on the primitives.
export const gallerySamples = {
  busy: 'Busy',
  disabled: 'Disabled',
  label: 'A label',
  hint: 'A hint below the box',
  error: 'Please enter A label',
  value: 'A value',
  dialog: 'A dialog',
  menu: 'A menu',
  ask: 'Ask somebody',
  time: '12:00',
  link: 'https://example.org/somewhere',
  action: 'An action',
  danger: 'A dangerous action',
  sentence: 'One sentence that says what this is about.',
  code: 'NO_RESPONSE',
  names: ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Barbara Liskov', 'Edsger', 'Radia Perlman', 'Ken', 'Margaret Hamilton'],
} as const;
