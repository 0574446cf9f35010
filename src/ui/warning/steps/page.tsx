import type { ScamKind } from '../../../api/report/scam-kind.ts';
import { i18n } from '../../../language/i18n.ts';
import { Mark } from '../../component/brand/mark.tsx';
import { ScamIcon } from '../../component/icon/scam-icon.tsx';
import { Button } from '../../component/input/button.tsx';
import { scamInWords } from '../../words/scam.ts';
import { ALWAYS, type Situation, STEPS, type Step, situationsOf } from './situation.ts';
import './page.css';

/** What to do for somebody to whom it has happened already, by kind of scam. It needs no network and can be printed. */
export function StepsPage({ kind }: { kind: ScamKind }) {
  const situations = situationsOf(kind);
  return (
    <main class="steps">
      <div class="steps-top">
        <Mark />
        <span class="steps-screen">
          <Button onPress={() => window.print()}>{i18n.t('steps.print')}</Button>
        </span>
      </div>
      <div>
        {kind !== 'other' && (
          <p class="steps-kind quiet">
            <ScamIcon kind={kind} />
            {scamInWords(kind).name}
          </p>
        )}
        <h1 class="page-title">{i18n.t('steps.title')}</h1>
        <p class="steps-lead">{i18n.t('steps.lead')}</p>
      </div>
      {situations.length > 1 && (
        <nav class="steps-nav raised steps-screen" aria-labelledby="which">
          <p id="which" class="steps-which">
            {i18n.t('steps.which')}
          </p>
          <ul>
            {situations.map((situation) => (
              <li key={situation}>
                <a href={`#${situation}`}>{i18n.t(`steps.situation.${situation}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {situations.map((situation) => (
        <Part key={situation} id={situation} title={i18n.t(`steps.situation.${situation}`)} steps={STEPS[situation]} />
      ))}
      <Part id="always" title={i18n.t('steps.situation.always')} steps={ALWAYS} />
    </main>
  );
}

const Part = ({ id, title, steps }: { id: Situation | 'always'; title: string; steps: readonly Step[] }) => (
  <section id={id} class="steps-part" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} class="steps-part-title">
      {title}
    </h2>
    <ol class="steps-list">
      {steps.map((step) => (
        <li key={step} class="steps-step">
          <h3>{i18n.t(`steps.step.${step}.title`)}</h3>
          <p>{i18n.t(`steps.step.${step}.text`)}</p>
        </li>
      ))}
    </ol>
  </section>
);
