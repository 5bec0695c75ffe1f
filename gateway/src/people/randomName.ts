// Suggests a pleasant name to whoever has none in mind.
import { randomInt } from 'node:crypto';

const first = [
  'Amber', 'Bright', 'Calm', 'Clever', 'Coral', 'Gentle', 'Golden', 'Happy', 'Honest', 'Jolly', 'Kind', 'Lively',
  'Lucky', 'Mellow', 'Merry', 'Misty', 'Noble', 'Patient', 'Quiet', 'Rosy', 'Silver', 'Sunny', 'Swift', 'Warm',
];
const second = [
  'Badger', 'Birch', 'Breeze', 'Brook', 'Cedar', 'Clover', 'Comet', 'Dolphin', 'Falcon', 'Fern', 'Finch', 'Fox',
  'Harbour', 'Heron', 'Lark', 'Maple', 'Meadow', 'Otter', 'Pebble', 'Robin', 'Sparrow', 'Willow', 'Wren', 'Zephyr',
];

export const randomName = (): string => `${first[randomInt(first.length)]} ${second[randomInt(second.length)]}`;
