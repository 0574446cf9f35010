export * from './api-key.ts';
export * from './asset.ts';
export * from './dispute.ts';
export * from './idempotency.ts';
export * from './list.ts';
export * from './organization.ts';
export * from './report.ts';
export * from './signing-key.ts';
