import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
import {
  highlight,
  matching,
  PAGE_NAMES,
  pageOf,
  SECTIONS,
  type SectionName,
  sectionsOf,
  sectionTitle,
} from './sections.ts';
import { Service } from './service/service.tsx';
import './page.css';

/** A setting may be changed in another tab, in a private window or by a policy. */
const REFRESH_INTERVAL_MS = 5_000;

const Statistics = later(async () => (await import('./activity/statistics.tsx')).Statistics);
const Traffic = later(async () => (await import('./activity/traffic.tsx')).Traffic);

/** The section that the address of the page names. */
const sectionOfAddress = () => location.hash.slice(1);

/** Everything that can be set, and everything that is kept: a page of it, or what a search finds. */
export function SettingsPage() {
  const ask = useAsk();
  const [section, setSection] = useState(sectionOfAddress);
  const [value, setValue] = useState<SettingsInForce | null>(null);
  const [query, setQuery] = useState('');
  const retry = useAction();
  const read = () => ask('settingsRead', {}).then(setValue);
  const unread = usePolling(read, REFRESH_INTERVAL_MS);
  const problem = retry.problem ?? unread;
  const found = matching(query, (name) => document.getElementById(name)?.textContent ?? '');
  const current = pageOf(section);
  const shown = query.trim() === '' ? sectionsOf(current) : found;
  const brand = BRAND.shortName;
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
        {shown.includes('traffic') && <Traffic settings={value} onChanged={read} />}
      </Card>
    ),
    statistics: (
      <Card title={i18n.t('statistics.title')}>
        <p class="quiet">{i18n.t('statistics.hint')}</p>
        {shown.includes('statistics') && <Statistics />}
      </Card>
    ),
    service: value && <Service settings={value} onChanged={read} />,
    language: value && <Language settings={value} onChanged={read} />,
    about: <About />,
  };
  useEffect(() => {
    const follow = () => {
      setSection(sectionOfAddress());
      setQuery('');
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => document.getElementById(section)?.scrollIntoView(), [section, value === null]);
  useEffect(() => highlight(query, document.querySelector('.settings-sections')!));
  return (
    <main class="settings">
      <header class="settings-head">
        <Mark />
        <h1 class="page-title">{i18n.t('settings.title')}</h1>
        <Field label={i18n.t('settings.find')} value={query} maxLength={100} onInput={setQuery} />
        <nav aria-label={i18n.t('settings.sections')}>
          <ul class="settings-nav">
            {PAGE_NAMES.map((name) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  aria-current={shown !== found && name === current ? 'page' : undefined}
                  onClick={() => setQuery('')}
                >
                  {sectionTitle(name)}
                </a>
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
        {shown.length === 0 && <Empty title={i18n.t('settings.notFound')} hint={i18n.t('settings.notFoundHint')} />}
        {/* What is written in a section stays while a search leaves it out. */}
        {SECTIONS.map((name) => (
          <div key={name} id={name} class="settings-section" hidden={!shown.includes(name)}>
            {sections[name]}
          </div>
        ))}
      </div>
    </main>
  );
}
