import { i18n } from '../../../language/i18n.ts';
import type { Health } from '../../../protection/health/health.ts';
import { problemInWords, toneOfProblem } from '../../words/health.ts';
import { Notice } from '../notice.tsx';
import { RemedyButton } from './protection.tsx';

type HealthNoticesProps = {
  problems: Health['problems'];
  onChanged: () => Promise<void>;
  /** On the settings page, which has the key, the switches and the check of its own. */
  inSettings?: boolean;
};

/** What is wrong with the protection, in words, each with the one thing that can be done about it. */
export const HealthNotices = ({ problems, onChanged, inSettings = false }: HealthNoticesProps) => (
  <>
    {problems.map((problem) => {
      const { what, doing, detail } = problemInWords(problem);
      const { remedy } = problem;
      const offered = inSettings && remedy !== 'permission' ? null : remedy;
      return (
        <Notice
          key={problem.kind}
          tone={toneOfProblem(problem)}
          title={what}
          action={offered && <RemedyButton remedy={offered} onChanged={onChanged} />}
        >
          <p>{doing}</p>
          {detail && (
            <p class="small quiet">
              {i18n.t('health.forSupport')}{' '}
              <bdi dir="ltr" lang="en">
                {detail}
              </bdi>
            </p>
          )}
        </Notice>
      );
    })}
  </>
);
