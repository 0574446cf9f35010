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
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { About } from './about.tsx';
import { Allowed } from './allowed/list.tsx';
import { Muted } from './allowed/muted.tsx';
import { AllowedByOrganization, OpeningRules, ReportingRules, type SettingsInForce } from './governed.tsx';
import { HealthCard } from './health.tsx';
import { Language } from './language.tsx';
import { Protection } from './protection.tsx';
import { highlight, matching, SECTIONS, type SectionName, sectionTitle } from './sections.ts';
import { Service } from './service/service.tsx';
import './page.css';

/** A setting may be changed in another tab, in a private window or by a policy. */
const REFRESH_INTERVAL_MS = 5_000;

const Statistics = later(async () => (await import('./activity/statistics.tsx')).Statistics);
const Traffic = later(async () => (await import('./activity/traffic.tsx')).Traffic);

/** Everything that can be set, and everything that is kept, on one page. */
export function SettingsPage() {
  const ask = useAsk();
  const [value, setValue] = useState<SettingsInForce | null>(null);
  const [query, setQuery] = useState('');
  const retry = useAction();
  const read = () => ask('settingsRead', {}).then(setValue);
  const unread = usePolling(read, REFRESH_INTERVAL_MS);
  const problem = retry.problem ?? unread;
  const found = matching(query, (name) => document.getElementById(name)?.textContent ?? '');
  const brand = BRAND.shortName;
  /** Until then much of the page is missing, and what stands far below seems near. */
  const isRead = value !== null || problem !== null;
  const sections: Record<SectionName, ComponentChildren> = {
    protection: value && <Protection settings={value} onChanged={read} />,
    health: <HealthCard />,
    allowed: (
      <>
        {value && (
          <Card title={i18n.t('settings.allowed')}>
            <OpeningRules settings={value} />
            <Allowed settings={value} />
          </Card>
        )}
        {value && <AllowedByOrganization settings={value} />}
        <Muted of="notices" />
        <Muted of="marks" />
        <Muted of="protection" />
      </>
    ),
    outbox: (
      <Card title={i18n.t('settings.outbox')}>
        {value && <ReportingRules settings={value} />}
        <Outbox />
      </Card>
    ),
    traffic: value && (
      <Card title={i18n.t('traffic.title')}>
        <div>
          <p>{i18n.t('traffic.intro', { brand })}</p>
          <p class="quiet">{i18n.t('traffic.shared')}</p>
        </div>
        <WhenNear>
          <Traffic settings={value} onChanged={read} />
        </WhenNear>
      </Card>
    ),
    statistics: (
      <Card title={i18n.t('statistics.title')}>
        <p class="quiet">{i18n.t('statistics.hint')}</p>
        {isRead && (
          <WhenNear>
            <Statistics />
          </WhenNear>
        )}
      </Card>
    ),
    service: value && <Service settings={value} onChanged={read} />,
    language: value && <Language settings={value} onChanged={read} />,
    about: <About />,
  };
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [value === null]);
  useEffect(() => highlight(query, document.querySelector('.settings-sections')!));
  return (
    <main class="settings">
      <header class="settings-head">
        <Mark />
        <h1 class="page-title">{i18n.t('settings.title')}</h1>
        <Field label={i18n.t('settings.find')} value={query} maxLength={100} onInput={setQuery} />
        <nav aria-label={i18n.t('settings.sections')}>
          <ul class="settings-nav">
            {(found.length > 0 ? found : SECTIONS).map((name) => (
              <li key={name}>
                <a href={`#${name}`}>{sectionTitle(name)}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div class="settings-sections">
        {problem && (
          <Notice
            tone="caution"
            title={problem}
            action={
              <Button busy={retry.isBusy} onPress={() => void retry.press(read)}>
                {i18n.t('action.retry')}
              </Button>
            }
          />
        )}
        {value && value.problems.length > 0 && (
          <Notice tone="caution" title={i18n.t('settings.damaged')}>
            {i18n.t('health.forSupport')}{' '}
            <bdi dir="ltr" lang="en">
              {value.problems.join(' ')}
            </bdi>
          </Notice>
        )}
        <p class="visually-hidden" role="status">
          {query !== '' && countInWords('settings.found', found.length)}
        </p>
        {found.length === 0 && <Empty title={i18n.t('settings.notFound')} hint={i18n.t('settings.notFoundHint')} />}
        {/* What is written in a section stays while a search leaves it out. */}
        {SECTIONS.map((name) => (
          <div key={name} id={name} class="settings-section" hidden={!found.includes(name)}>
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
