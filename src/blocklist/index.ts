export * from './artifact.ts';
