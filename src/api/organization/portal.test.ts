import { describe, expect, it } from 'vitest';
import { METRICS_VISIBILITIES, PORTAL_VISIBILITIES, REPORT_VISIBILITIES } from './organization.ts';
import { type PortalSource, portalIdentity, portalSections } from './portal.ts';

type Customization = PortalSource['portalCustomization'];

function organization(change: Partial<PortalSource> = {}, custom: Partial<Customization> = {}): PortalSource {
  return {
    name: 'Acme',
    slug: 'acme',
    avatarUrl: 'https://acme.test/own.png',
    subscriptionStatus: 'ACTIVE',
    portalVisibility: 'PUBLIC',
    reportVisibility: 'PUBLIC',
    metricsVisibility: 'PUBLIC',
    brandMetadata: { websiteUrl: null, twitterHandle: null, securityContactEmail: null, industry: null },
    portalCustomization: {
      useCustomDetails: false,
      name: 'Acme Shield',
      slug: null,
      avatarUrl: 'https://acme.test/custom.png',
      bannerEnabled: false,
      bannerContent: null,
      ...custom,
    },
    services: { reporting: { active: true } },
    ...change,
  };
}

describe('portal slug', () => {
  for (const useCustomDetails of [true, false]) {
    it(`is the custom one when set and useCustomDetails is ${useCustomDetails}`, () => {
      const identity = portalIdentity(organization({}, { useCustomDetails, slug: 'shield' }));
      expect(identity.slug).toBe('shield');
      expect(identity.link).toEqual({ kind: 'portal', path: '/shield' });
    });
    for (const slug of [null, '', '  '])
      it(`is the organization's own for ${JSON.stringify(slug)} and useCustomDetails ${useCustomDetails}`, () => {
        expect(portalIdentity(organization({}, { useCustomDetails, slug })).slug).toBe('acme');
      });
  }

  it('cannot leave its path segment', () => {
    expect(portalIdentity(organization({}, { slug: '../admin?x#y' })).link?.path).toBe('/..%2Fadmin%3Fx%23y');
  });
});

describe('portal name and avatar', () => {
  it('are the custom ones only when useCustomDetails is true', () => {
    expect(portalIdentity(organization({}, { useCustomDetails: true }))).toMatchObject({
      name: 'Acme Shield',
      avatarUrl: 'https://acme.test/custom.png',
    });
    expect(portalIdentity(organization({}, { useCustomDetails: false }))).toMatchObject({
      name: 'Acme',
      avatarUrl: 'https://acme.test/own.png',
    });
  });

  it("fall back to the organization's own where the custom ones are not written", () => {
    const blank = organization({}, { useCustomDetails: true, name: ' ', avatarUrl: null });
    expect(portalIdentity(blank)).toMatchObject({ name: 'Acme', avatarUrl: 'https://acme.test/own.png' });
  });
});

describe('portal link', () => {
  const kinds = { PUBLIC: 'portal', PRIVATE: 'report-form', DISABLED: undefined, UNKNOWN_VALUE: undefined } as const;
  for (const portalVisibility of [...PORTAL_VISIBILITIES, 'UNKNOWN_VALUE'] as const)
    it(`for ${portalVisibility} is ${kinds[portalVisibility] ?? 'absent'}`, () => {
      expect(portalIdentity(organization({ portalVisibility })).link?.kind).toBe(kinds[portalVisibility]);
    });

  it('is absent for an inactive organization', () => {
    expect(portalIdentity(organization({ subscriptionStatus: 'INACTIVE' })).link).toBeNull();
    expect(portalSections(organization({ subscriptionStatus: 'INACTIVE' }))).toBeNull();
  });
});

describe('portal sections', () => {
  for (const portalVisibility of PORTAL_VISIBILITIES)
    for (const reportVisibility of REPORT_VISIBILITIES)
      for (const metricsVisibility of METRICS_VISIBILITIES)
        it(`portal ${portalVisibility}, reports ${reportVisibility}, metrics ${metricsVisibility}`, () => {
          const sections = portalSections(organization({ portalVisibility, reportVisibility, metricsVisibility }));
          if (portalVisibility === 'DISABLED') return expect(sections).toBeNull();
          expect(sections).toMatchObject({
            reports: portalVisibility === 'PUBLIC' && reportVisibility !== 'PRIVATE',
            metrics: portalVisibility === 'PUBLIC' && metricsVisibility === 'PUBLIC',
            disputes: portalVisibility === 'PUBLIC',
            check: portalVisibility === 'PUBLIC',
          });
        });

  it('have no report form where the organization takes no reports', () => {
    expect(portalSections(organization())).toMatchObject({ reportForm: true });
    const off = organization({ services: { reporting: { active: false } } });
    expect(portalSections(off)).toMatchObject({ reportForm: false, disputes: true });
  });

  it('hide what an unknown visibility governs', () => {
    const unknown = organization({ reportVisibility: 'UNKNOWN_VALUE', metricsVisibility: 'UNKNOWN_VALUE' });
    expect(portalSections(unknown)).toMatchObject({ reports: false, metrics: false });
  });

  for (const [bannerEnabled, bannerContent, shown] of [
    [true, 'Beware', 'Beware'],
    [true, '', null],
    [true, ' \n', null],
    [true, null, null],
    [false, 'Beware', null],
    [false, null, null],
  ] as const)
    it(`banner for enabled ${bannerEnabled} and ${JSON.stringify(bannerContent)} is ${JSON.stringify(shown)}`, () => {
      expect(portalSections(organization({}, { bannerEnabled, bannerContent }))?.banner).toBe(shown);
    });
});
