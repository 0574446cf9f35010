import { describe, expect, it } from 'vitest';
import { serviceAddress, serviceBaseUrl } from './service-address.ts';

describe('the address of a service', () => {
  it.each([
    ['https://service.example', 'https://service.example'],
    ['  https://Service.Example/  ', 'https://service.example'],
    ['https://service.example:8443', 'https://service.example:8443'],
    ['https://service.example/api/v2/', 'https://service.example'],
    ['service.example', 'https://service.example'],
    ['localhost:8790', 'http://localhost:8790'],
    ['127.0.0.1:8790', 'http://127.0.0.1:8790'],
    ['http://[::1]:8790', 'http://[::1]:8790'],
    ['http://service.test', 'http://service.test'],
    ['http://a.localhost:1', 'http://a.localhost:1'],
  ])('reads %s as %s', (text, baseUrl) => {
    expect(serviceAddress(text)).toEqual({ baseUrl });
  });

  it.each([
    ['', /empty/],
    ['http://service.example', /https/],
    ['http://localhost.evil.example', /https/],
    ['http://127.0.0.1.evil.example', /https/],
    ['http://nottest', /https/],
    ['ftp://service.example', /https/],
    ['javascript://service.example', /https/],
    ['https://user:secret@service.example', /user name/],
    ['https://service.example/portal', /path/],
    ['https://service.example/?a=1', /query/],
    ['https://', /such as/],
    ['not an address', /such as/],
  ])('refuses %s and explains why', (text, problem) => {
    expect(serviceAddress(text)).toEqual({ problem: expect.stringMatching(problem) });
    expect(serviceBaseUrl.safeParse(text).error?.issues[0]?.message).toMatch(problem);
  });
});
