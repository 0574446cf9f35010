import { describe, expect, it } from 'vitest';
import { listableAsset } from './listable.ts';

describe('what is listed for an address', () => {
  it.each([
    ['https://s3.cn-north-1.amazonaws.com.cn/bucket/a.html', 's3.cn-north-1.amazonaws.com.cn/bucket/a.html'],
    ['https://web.app/claim?id=1', 'web.app/claim?id=1'],
    ['hxxps://login[.]gov/x', 'login.gov/x'],
    ['www.github.io/x', 'github.io/x'],
    ['uc.gateway.dev/?a', 'uc.gateway.dev/?a'],
  ])('%s is the page: its host must not be listed', (content, page) => {
    expect(listableAsset(content)).toEqual({ type: 'PAGE', content: page });
  });

  it.each([
    ['https://evil.example/claim', { type: 'URL', content: 'evil.example' }],
    ['web.app', { type: 'URL', content: 'web.app' }],
    ['https://web.app/#x', { type: 'URL', content: 'web.app' }],
    ['look at http://web.app/x now', { type: 'URL', content: 'web.app' }],
    ['@evil', null],
  ])('%s stays what it names', (content, asset) => {
    expect(listableAsset(content)).toEqual(asset);
  });
});
