import { describe, expect, it } from 'vitest';
import { effectiveEndpoint, effectiveSettings, type Layer, viewOf } from './layer.ts';

const BRAND: Layer = { origin: 'brand', values: { serviceUrl: 'https://brand.example', apiKey: 'brand-key' } };

describe('the settings in force', () => {
  it('are the initial ones where nobody says anything', () => {
    const effective = effectiveSettings([]);
    expect(effective.failurePolicy).toEqual({ value: 'warn', origin: 'default' });
    expect(effectiveEndpoint(effective)).toBeNull();
  });

  it('take the strongest origin that says something, in whatever order the layers come', () => {
    const person: Layer = { origin: 'person', values: { failurePolicy: 'open', protectSites: false } };
    const policy: Layer = { origin: 'policy', values: { failurePolicy: 'closed' } };
    const effective = effectiveSettings([policy, person, BRAND]);
    expect(effective.failurePolicy).toEqual({ value: 'closed', origin: 'policy' });
    expect(effective.protectSites).toEqual({ value: false, origin: 'person' });
    expect(effective.serviceUrl.origin).toBe('brand');
  });

  it('take what a policy alone decides from nobody else', () => {
    const allowList = [{ content: 'evil.example', reason: 'Mine' }];
    const own: Layer = { origin: 'person', values: { allowList } };
    expect(effectiveSettings([BRAND, own]).allowList).toEqual({ value: [], origin: 'default' });
    expect(effectiveSettings([own, { origin: 'policy', values: { allowList } }]).allowList.origin).toBe('policy');
  });

  it('use a person’s own key with the brand’s address', () => {
    const effective = effectiveSettings([BRAND, { origin: 'person', values: { serviceUrl: null, apiKey: 'mine' } }]);
    expect(effectiveEndpoint(effective)).toEqual({ baseUrl: 'https://brand.example', apiKey: 'mine' });
    expect(viewOf(effective)).toMatchObject({
      serviceUrl: { origin: 'brand' },
      keyIsSet: { value: true, origin: 'person' },
    });
  });

  it('never send a key to another address than the one it was given for', () => {
    const elsewhere: Layer = { origin: 'person', values: { serviceUrl: 'https://mine.example' } };
    const effective = effectiveSettings([BRAND, elsewhere]);
    expect(effectiveEndpoint(effective)).toBeNull();
    expect(viewOf(effective)).toMatchObject({
      serviceUrl: { value: 'https://mine.example' },
      keyIsSet: { value: false },
    });
    const policy: Layer = { origin: 'policy', values: { serviceUrl: 'https://policy.example' } };
    const own: Layer = { origin: 'person', values: { serviceUrl: 'https://mine.example', apiKey: 'mine' } };
    expect(effectiveEndpoint(effectiveSettings([BRAND, own, policy]))).toBeNull();
  });

  it('use the brand’s key again where a policy names the brand’s address over a person’s own', () => {
    const own: Layer = { origin: 'person', values: { serviceUrl: 'https://mine.example', apiKey: 'mine' } };
    const policy: Layer = { origin: 'policy', values: { serviceUrl: 'https://brand.example' } };
    const effective = effectiveSettings([policy, BRAND, own]);
    expect(effectiveEndpoint(effective)).toEqual({ baseUrl: 'https://brand.example', apiKey: 'brand-key' });
  });

  it('show a page everything but the key', () => {
    expect(JSON.stringify(viewOf(effectiveSettings([BRAND])))).not.toContain('brand-key');
  });
});
