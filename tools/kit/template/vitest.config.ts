export { default } from '@amber/kit/vitest';
