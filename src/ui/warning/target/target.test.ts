import { describe, expect, test } from 'vitest';
import { targetOf } from './target.ts';

const PAGE = 'chrome-extension://abc/warning.html';

describe('the address behind the # is what was stopped', () => {
  test('with its path and query', () => {
    expect(targetOf(`${PAGE}#https://evil.example/login?x=1`)).toEqual({
      url: 'https://evil.example/login?x=1',
      host: 'evil.example',
      before: 'https://',
      after: '/login?x=1',
    });
  });

  test('with further # of its own', () => {
    expect(targetOf(`${PAGE}#https://evil.example/a#b#c`)?.url).toBe('https://evil.example/a#b#c');
  });

  test('with spaces and marks, which stay part of it as the browser writes them', () => {
    expect(targetOf(`${PAGE}#http://evil.example/a b"<i>`)?.url).toBe('http://evil.example/a%20b%22%3Ci%3E');
  });

  test('in another script, in its ASCII form', () => {
    expect(targetOf(`${PAGE}#https://münchen.example/`)?.host).toBe('xn--mnchen-3ya.example');
  });

  test('with a user that looks like a host: the host is the one that would be opened', () => {
    const target = targetOf(`${PAGE}#https://bank.example:443@evil.example/`);
    expect(target?.host).toBe('evil.example');
    expect(target?.before).toBe('https://bank.example:443@');
    expect(target?.after).toBe('/');
  });

  test.each(['https://evil.example:8443/x', 'http://[2001:db8::1]:81/', 'http://u@0x7f.1/', 'HTTPS://EVIL.example'])(
    '%s is put together again from its parts',
    (written) => {
      const target = targetOf(`${PAGE}#${written}`);
      expect(`${target?.before}${target?.host}${target?.after}`).toBe(target?.url);
    },
  );
});

describe('anything that is not a web address is no target', () => {
  test.each([
    '',
    '#',
    '#javascript:alert(1)',
    '#javascript://evil.example/%0aalert(1)',
    '#data:text/html,<script>alert(1)</script>',
    '#blob:https://evil.example/1',
    '#file:///etc/passwd',
    '#chrome-extension://abc/settings.html',
    '#//evil.example/',
    '#evil.example',
    '#https:',
    '#https://',
    '#https:evil.example',
    '#https://ev il.example/',
    '#%68ttps://evil.example/',
    '# https://evil.example/',
    '#view-source:https://evil.example/',
  ])('%s', (hash) => {
    expect(targetOf(PAGE + hash)).toBeNull();
  });
});
