import { i18n } from '#i18n';
import { mountPage } from '../../src/ui/page/page.tsx';
import { StepsPage } from '../../src/ui/steps/page.tsx';
import { kindOf } from '../../src/ui/steps/situation.ts';

mountPage(i18n.t('steps.documentTitle'), <StepsPage kind={kindOf(location.href)} />);
