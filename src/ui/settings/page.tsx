import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { countInWords } from '../../language/locale.ts';
import { BRAND } from '../../organization/current.ts';
import { Mark } from '../component/brand/mark.tsx';
import { Card, Empty } from '../component/card.tsx';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { later } from '../component/later.tsx';
import { Notice } from '../component/notice.tsx';
import { Outbox } from '../outbox/list.tsx';
import type { Ask } from '../page/ask.ts';
import { About } from './about.tsx';
import { Allowed } from './allowed/list.tsx';
import { Muted } from './allowed/muted.tsx';
import { AllowedByOrganization, OpeningRules, ReportingRules, type SettingsInForce } from './governed.tsx';
import { HealthCard } from './health.tsx';
import { Language } from './language.tsx';
import { Protection } from './protection.tsx';
import { matching, type SectionName, sectionTitle } from './sections.ts';
import { Service } from './service/service.tsx';
import './page.css';

type SettingsPageProps = {
  settings: Signal<SettingsInForce | null>;
  problem: Signal<string | null>;
  ask: Ask;
  onRead: () => Promise<void>;
};

const Statistics = later(async () => (await import('./activity/statistics.tsx')).Statistics);
const Traffic = later(async () => (await import('./activity/traffic.tsx')).Traffic);

/** Everything that can be set, and everything that is kept, on one page. */
export function SettingsPage({ settings, problem, ask, onRead }: SettingsPageProps) {
  const [query, setQuery] = useState('');
  const { value } = settings;
  const found = matching(query);
  const brand = BRAND.shortName;
  /** Until then much of the page is missing, and what stands far below seems near. */
  const isRead = value !== null || problem.value !== null;
  const sections: Record<SectionName, ComponentChildren> = {
    protection: value && <Protection settings={value} ask={ask} onChanged={onRead} />,
    health: <HealthCard ask={ask} />,
    allowed: (
      <>
        {value && (
          <Card title={i18n.t('settings.allowed')}>
            <OpeningRules settings={value} />
            <Allowed settings={value} ask={ask} />
          </Card>
        )}
        {value && <AllowedByOrganization settings={value} />}
        <Muted of="notices" ask={ask} />
        <Muted of="marks" ask={ask} />
      </>
    ),
    outbox: (
      <Card title={i18n.t('settings.outbox')}>
        {value && <ReportingRules settings={value} />}
        <Outbox ask={ask} />
      </Card>
    ),
    traffic: value && (
      <Card title={i18n.t('traffic.title')}>
        <div>
          <p>{i18n.t('traffic.intro', { brand })}</p>
          <p class="quiet">{i18n.t('traffic.shared')}</p>
        </div>
        <WhenNear>
          <Traffic settings={value} ask={ask} onChanged={onRead} />
        </WhenNear>
      </Card>
    ),
    statistics: (
      <Card title={i18n.t('statistics.title')}>
        <p class="quiet">{i18n.t('statistics.hint')}</p>
        {isRead && (
          <WhenNear>
            <Statistics ask={ask} />
          </WhenNear>
        )}
      </Card>
    ),
    service: value && <Service settings={value} ask={ask} onChanged={onRead} />,
    language: value && <Language settings={value} ask={ask} onChanged={onRead} />,
    about: <About />,
  };
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [value === null]);
  return (
    <main class="settings">
      <header class="settings-head">
        <Mark />
        <h1 class="page-title">{i18n.t('settings.title')}</h1>
        <Field label={i18n.t('settings.find')} value={query} maxLength={100} onInput={setQuery} />
        <nav aria-label={i18n.t('settings.sections')}>
          <ul class="settings-nav">
            {found.map((name) => (
              <li key={name}>
                <a href={`#${name}`}>{sectionTitle(name)}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div class="settings-sections">
        {problem.value && (
          <Notice
            tone="caution"
            title={problem.value}
            action={<Button onPress={() => void onRead()}>{i18n.t('action.retry')}</Button>}
          />
        )}
        {value?.problems.map((damage) => (
          <Notice key={damage} tone="caution" title={damage} />
        ))}
        <p class="visually-hidden" role="status">
          {query !== '' && countInWords('settings.found', found.length)}
        </p>
        {found.length === 0 && <Empty title={i18n.t('settings.notFound')} hint={i18n.t('settings.notFoundHint')} />}
        {found.map((name) => (
          <div key={name} id={name} class="settings-section">
            {sections[name]}
          </div>
        ))}
      </div>
    </main>
  );
}

/** Distance from the viewport at which children are rendered. */
const NEAR = '400px';

/** Renders its children when they come near the viewport, so that a long page does not load what nobody looks at. */
function WhenNear({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <div ref={place} />;
}
