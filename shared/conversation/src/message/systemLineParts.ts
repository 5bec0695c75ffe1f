// What loads with the first system line.
export { LineAction } from './LineAction.tsx';
export { joinedLine, systemLine } from './systemLine.ts';
